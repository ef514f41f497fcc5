// @alone it measures processor time

import { afterAll, beforeAll, expect, test } from "vitest";

import { answerMs } from "#domain/node-limits.ts";
import { nodePaths } from "#domain/nodes/node-call.ts";
import { proxyCallHeaders } from "#domain/proxies/proxy-call.ts";
import { stampOf } from "#domain/replication/stamp.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { callNode } from "#platform/nodes/node-client.ts";
import { makeNodeKeys, type NodeKeys, signAsNode } from "#platform/nodes/node-keys.ts";
import { pack } from "#platform/nodes/packing.ts";
import { signedLines } from "#platform/nodes/write-answer.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import { inParallel } from "../support/in-parallel.ts";
import { loopTime } from "../support/loop-time.ts";
import { leastAsUsual } from "../support/usual-machine.ts";
import type { Liar } from "./liar.ts";
import { openLiedToNode } from "./lied-to-node.ts";
import type { RoomNode } from "./node-room.ts";

/** Milliseconds of processor time during which nothing else is served. */
const boundMs = 50;
const tries = 3;
const nonce = "a-nonce-of-the-test";
const mib = 1_048_576;
const changes = 2_000;
const strangersCalls = 1_000;
const lanes = 4;

let honest: RoomNode;
let asking: RoomNode;
let liar: Liar;
let keys: NodeKeys;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ honest, asking, liar, keys, close } = await openLiedToNode());
});
afterAll(() => close());

const stamp = stampOf({ ms: 1_000, counter: 0, writer: 1, node: "n9" });
const plain = { origin: "n9:0", schema: 1, table: "users", operation: "insert", stamps: { key: stamp }, life: "" };
const change = (seq: number, part: object = {}) => {
  const key = `k${seq}`;
  return JSON.stringify({ ...plain, seq, key, values: { key }, ...part });
};
const members = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`column${at}`, value]));
const many = (part: object) => Array.from({ length: changes }, (_, at) => change(at + 1, part));

const worst: Readonly<Record<string, () => readonly string[]>> = {
  "1 MiB of lists in each other": () => ["[".repeat(mib / 2) + "]".repeat(mib / 2)],
  "1 MiB of objects in each other": () => ['{"a":'.repeat(mib / 5)],
  "1 MiB of columns": () => [change(1, { values: members(mib / 16, 1) })],
  "1 MiB of stamps": () => [change(1, { stamps: members(mib / 54, stamp) })],
  "1 MiB of one text": () => [change(1, { values: { key: "k1", displayName: "\u0000".repeat(mib / 6) } })],
  "as many changes as an answer may have, with many columns": () => many({ values: members(100, "value") }),
  "garbage behind a thousand changes": () => [...many({}).slice(0, changes / 2), "x".repeat(mib)],
};

test.each(Object.entries(worst))("%s in a signed answer keep nobody else waiting", async (_what, make) => {
  // Made before, because the liar works in the same thread.
  const around = {
    from: "n1",
    to: "n2",
    schema: schemaVersion(),
    epoch: 0,
    nonce,
    position: 1_000,
    vector: {},
    secrets: null,
  };
  const bytes = await pack(signedLines(make(), around, keys));
  liar.answer = (request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "content-encoding": "zstd" }).end(bytes));
  };
  const context = { ...asking.context, ids: { ...asking.context.ids, token: () => nonce } };
  let outcome = "";
  const pull = async () => {
    const input = { name: "n1", waitSeconds: 0 };
    const pulling = invoke(pullChanges, context, engineCaller("load", "test"), input);
    outcome = await pulling.then(
      ({ held }) => `${held} held`,
      (error: unknown) => String((error as { readonly detail?: string }).detail),
    );
  };
  expect(await leastAsUsual(boundMs, tries, async () => (await loopTime(pull)).pieceMs)).toBeLessThan(boundMs);
  expect(outcome).toMatch(/^(shape|1 held)$/);
});

test("an answer that never ends is left when its time is over", async () => {
  liar.answer = (request, response) => {
    request.resume();
    response.writeHead(200);
    const drip = setInterval(() => response.write("{"), 20);
    response.on("close", () => clearInterval(drip));
  };
  const call = { address: liar.address, path: "/replication/changes", name: "n2", keys, body: {}, maxBytes: mib };
  const cut = callNode(asking.context, { ...call, waitMs: 300 - answerMs });
  await expect(cut).rejects.toMatchObject({ code: "NODE_AWAY" });
});

test("a thousand calls of a stranger at the doors of nodes keep nobody else waiting, and reach nothing", async () => {
  const stranger = makeNodeKeys();
  const body = "[".repeat(mib / 8);
  const statuses = new Set<string>();
  const doors = Object.values(nodePaths);
  const call = async (n: number) => {
    const door = doors[n % doors.length] ?? "";
    const round = Math.floor(n / doors.length);
    const headers = {
      [proxyCallHeaders.proxy]: round % 2 === 0 ? "n2" : `n${n}`,
      [proxyCallHeaders.time]: String(Date.now()),
      [proxyCallHeaders.nonce]: `nonce-${n}-0123456789`,
      [proxyCallHeaders.bodyHash]: "A".repeat(43),
      [proxyCallHeaders.signature]: signAsNode(stranger, String(n)),
      "content-type": "application/json",
    };
    const response = await fetch(`${honest.address}${door}`, { method: "POST", headers, body }).catch(() => undefined);
    if (response === undefined) return;
    statuses.add(`${door} ${response.status}`);
    await response.arrayBuffer();
  };
  const before = honest.replication.log.length;
  const { pieceMs } = await loopTime(() => inParallel(strangersCalls, lanes, call));
  // Nobody signs the call by which a node joins; it is refused for its length.
  const refusal = (door: string) => `${door} ${door === nodePaths.join ? 413 : 401}`;
  expect([...statuses].toSorted()).toEqual(doors.map(refusal).toSorted());
  expect(pieceMs).toBeLessThan(boundMs);
  expect(honest.replication.log).toHaveLength(before);
});
