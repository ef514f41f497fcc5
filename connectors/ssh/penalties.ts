import { Socket } from "node:net";

import { ConnectorError } from "#connectors/contract/index.ts";

import type { SshOptions } from "./address.ts";

/** A host as its address names it. */
type Host = Pick<SshOptions, "host" | "port">;

// What sshd says before it names itself when it takes no connection from here: OpenSSH 9.8 and newer, for failed logins
// (PerSourcePenalties) or too many logins at a time (MaxStartups).
const refusal = "Not allowed at this time";
// What it says for too many logins at a time (MaxStartups) before version 9.8.
const tooMany = "Exceeded MaxStartups";
// OpenSSH's own defaults: no penalty is shorter, and none is remembered longer.
const [restMs, rememberedMs] = [15_000, 600_000];
const heardCharactersMax = 1_024;

interface Source {
  readonly failedAt: readonly number[];
  /** Nobody asks the host before. */
  readonly restUntil: number;
}

const sources = new Map<string, Source>();

/** Counts a login that a host has refused; the host may count it against the address of this proxy. */
export function noteFailedLogin(host: Host, nowMs = Date.now()): void {
  const { failedAt, restUntil } = sourceOf(host, nowMs);
  sources.set(keyOf(host), { failedAt: [...failedAt, nowMs], restUntil });
}

/**
 * Leaves a host in peace that has refused connections from here.
 * @throws busy until it is to be asked again
 */
export function requireRested(host: Host, nowMs = Date.now()): void {
  const { restUntil } = sourceOf(host, nowMs);
  if (restUntil > nowMs) throw refused(host, nowMs);
}

/** The error of a connection that ended before the host had named itself; undefined = not by a refusal of this kind. */
export function refusedConnection(host: Host, heard: string, nowMs = Date.now()): ConnectorError | undefined {
  const { failedAt } = sourceOf(host, nowMs);
  if (heard.includes(tooMany))
    return new ConnectorError("busy", `The host has too many logins under way ("${tooMany}").`, {
      targetCode: tooMany,
    });
  // The words may be lost with the connection; after failed logins a host that hangs up has no other reason.
  if (!heard.includes(refusal) && (heard !== "" || failedAt.length === 0)) return undefined;
  sources.set(keyOf(host), { failedAt, restUntil: nowMs + restMs });
  return refused(host, nowMs);
}

function refused(host: Host, nowMs: number): ConnectorError {
  const { failedAt, restUntil } = sourceOf(host, nowMs);
  const words = [
    `The host takes no connection from here for a while ("${refusal}").`,
    `From here ${failedAt.length} logins were refused in the last ten minutes, and OpenSSH 9.8 and newer count them against the address they come from (PerSourcePenalties).`,
    "Let the host exempt the address of this proxy (PerSourcePenaltyExemptList in its sshd_config).",
  ];
  return new ConnectorError("busy", words.join(" "), { retryAfterMs: restUntil - nowMs, targetCode: refusal });
}

function sourceOf(host: Host, nowMs: number): Source {
  const { failedAt, restUntil } = sources.get(keyOf(host)) ?? { failedAt: [], restUntil: 0 };
  return { failedAt: failedAt.filter((atMs) => atMs > nowMs - rememberedMs), restUntil };
}

function keyOf({ host, port }: Host): string {
  return `${host}:${port}`;
}

/** A connection that remembers what the host says before it names itself, which the library does not tell. */
export function hearingSocket({ host, port }: Host): { readonly socket: Socket; heard(): string } {
  const socket = new Socket();
  let text = "";
  const hear = (chunk: Buffer): void => {
    text = (text + chunk.toString("latin1")).slice(0, heardCharactersMax);
    if (text.includes("SSH-") || text.length === heardCharactersMax) socket.off("data", hear);
  };
  // Not before the library listens: the first listener lets the data flow.
  const begin = (event: string): void => {
    if (event !== "data") return;
    socket.off("newListener", begin);
    queueMicrotask(() => socket.on("data", hear));
  };
  socket.on("newListener", begin);
  socket.connect({ host, port });
  return { socket, heard: () => text };
}
