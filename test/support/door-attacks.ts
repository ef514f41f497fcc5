import { Worker } from "node:worker_threads";

import { strangersBodyMaxBytes } from "#domain/body-limits.ts";
import { proxyCallHeaders, proxyPaths } from "#domain/proxies/proxy-call.ts";

/** A call that costs its sender little. */
export interface DoorAttack {
  readonly name: string;
  readonly path: string;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly body: string;
  /** Statuses that it may be answered with; if its body is not read, the connection may end before an answer arrives. */
  readonly statuses: readonly (number | "ended")[];
}

const bytes = 750_000;
const groups = 100;
const changes = 100;

const multipart = () => ({ "content-type": "multipart/mixed;boundary=b" });
const json = () => ({ "content-type": "application/json" });
const head = "content-type: application/http\r\n\r\n";
const read = `${head}GET users HTTP/1.1\r\n\r\n`;
const group = `--b\r\ncontent-type: multipart/mixed;boundary=c\r\n\r\n${`--c\r\n${read}\r\n`.repeat(changes)}--c--\r\n`;

const inner = { requests: Array.from({ length: changes }, (_, id) => ({ id: `${id}`, method: "GET", url: "users" })) };
const nested = {
  requests: Array.from({ length: groups }, (_, id) => ({ id: `${id}`, method: "POST", url: "$b%61tch", body: inner })),
};

/** Calls without a token that once blocked those of all others, for an installation with an enrolled proxy `p1`. */
export const doorAttacks: readonly DoorAttack[] = [
  {
    name: "a body of blanks in a batch",
    path: "/v2/$batch",
    headers: multipart,
    body: `--b\r\n${read}${" ".repeat(bytes)}x\r\n--b--`,
    statuses: [413, "ended"],
  },
  {
    name: "a header of blanks in a batch",
    path: "/v2/$batch",
    headers: multipart,
    body: `--b\r\ncontent-type:${" ".repeat(bytes)}x\r\n\r\n--b--`,
    statuses: [413, "ended"],
  },
  {
    name: "groups full of parts",
    path: "/v2/$batch",
    headers: multipart,
    body: `${group.repeat(groups)}--b--`,
    statuses: [413, "ended"],
  },
  {
    name: "batches in a batch",
    path: "/v2/$batch",
    headers: json,
    body: JSON.stringify(nested),
    statuses: [413, "ended"],
  },
  {
    name: "blanks in as much of a batch as is taken",
    path: "/v2/$batch",
    headers: multipart,
    body: `--b\r\n${read}${" ".repeat(strangersBodyMaxBytes - 200)}x\r\n--b--`,
    statuses: [200],
  },
  {
    name: "parts in as much of a batch as is taken",
    path: "/v2/$batch",
    headers: () => ({ ...json(), prefer: "continue-on-error" }),
    body: JSON.stringify(inner),
    statuses: [200],
  },
  {
    name: "large bodies with a wrong signature of a proxy",
    path: proxyPaths.outcomes,
    headers: () => ({
      ...json(),
      [proxyCallHeaders.proxy]: "p1",
      [proxyCallHeaders.time]: String(Date.now()),
      [proxyCallHeaders.nonce]: "n",
      [proxyCallHeaders.bodyHash]: "A".repeat(43),
      [proxyCallHeaders.signature]: "A".repeat(86),
    }),
    body: `{"outcomes":[${Array.from({ length: bytes / 10 }, () => '{"a":"b"},').join("")}0]}`,
    statuses: [401, "ended"],
  },
];

/** Makes the calls of an attack from a thread of its own, over six connections, until it is aborted. */
export async function attackDoor(address: string, { name }: DoorAttack, over: AbortSignal): Promise<void> {
  const worker = new Worker(new URL("./door-attacker.ts", import.meta.url), { workerData: { address, name } });
  const failed = new Promise<never>((_resolve, reject) => worker.once("error", reject));
  const ended = new Promise<void>((resolve) => over.addEventListener("abort", () => resolve(), { once: true }));
  try {
    await Promise.race([failed, ended]);
  } finally {
    await worker.terminate();
  }
}
