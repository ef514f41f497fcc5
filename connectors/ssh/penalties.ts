import { Socket } from "node:net";

import { ConnectorError } from "#connectors/contract/index.ts";

import type { SshOptions } from "./address.ts";

/** A host as named in its address. */
type Host = Pick<SshOptions, "host" | "port">;

// Text that sshd sends before its identification while it accepts no connection from here: OpenSSH 9.8 and newer, for failed logins
// (PerSourcePenalties) or too many concurrent logins (MaxStartups).
const refusal = "Not allowed at this time";
// Text for too many concurrent logins (MaxStartups) before version 9.8.
const tooMany = "Exceeded MaxStartups";
// Defaults of OpenSSH: no penalty is shorter, and none is remembered longer.
const [restMs, rememberedMs] = [15_000, 600_000];
const heardCharactersMax = 1_024;

interface Source {
  readonly failedAt: readonly number[];
  /** Time until which no connection to the host is attempted. */
  readonly restUntil: number;
}

const sources = new Map<string, Source>();

/** Records a login that a host has refused; the host may count it against the address of this proxy. */
export function noteFailedLogin(host: Host, nowMs = Date.now()): void {
  const { failedAt, restUntil } = sourceOf(host, nowMs);
  sources.set(keyOf(host), { failedAt: [...failedAt, nowMs], restUntil });
}

/**
 * Throws while a host that has refused connections from here must not be contacted.
 * @throws busy with the time of the next attempt
 */
export function requireRested(host: Host, nowMs = Date.now()): void {
  const { restUntil } = sourceOf(host, nowMs);
  if (restUntil > nowMs) throw refused(host, nowMs);
}

/** Makes the error of a connection that ended before the host identified itself; undefined if the reason is not a refusal of this kind. */
export function refusedConnection(host: Host, heard: string, nowMs = Date.now()): ConnectorError | undefined {
  const { failedAt } = sourceOf(host, nowMs);
  if (heard.includes(tooMany))
    return new ConnectorError("busy", `The host has too many logins under way ("${tooMany}").`, {
      targetCode: tooMany,
    });
  // The text may be lost with the connection; after failed logins a host has no other reason to hang up.
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

/** Opens a connection that records the host's text before its identification, which the library does not expose. */
export function hearingSocket({ host, port }: Host): { readonly socket: Socket; heard(): string } {
  const socket = new Socket();
  let text = "";
  const hear = (chunk: Buffer): void => {
    text = (text + chunk.toString("latin1")).slice(0, heardCharactersMax);
    if (text.includes("SSH-") || text.length === heardCharactersMax) socket.off("data", hear);
  };
  // Not before the library listens: the first listener starts the flow of data.
  const begin = (event: string): void => {
    if (event !== "data") return;
    socket.off("newListener", begin);
    queueMicrotask(() => socket.on("data", hear));
  };
  socket.on("newListener", begin);
  socket.connect({ host, port });
  return { socket, heard: () => text };
}
