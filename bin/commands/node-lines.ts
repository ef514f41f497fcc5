import type { LogStanding } from "#domain/log-standing.ts";
import type { LinkStatus, NodesStatus } from "#operations/nodes/show-node-status.ts";

import { rowLine } from "../row-line.ts";

/** Names of the columns of `nodes lag`. */
export const lagNames = ["node", "changes", "p50Ms", "p95Ms", "maxMs", "caughtUpAt", "skewMs"] as const;

/** Returns the row of a node in `nodes lag`; a cell without a value is empty. */
export function lagCells({ name, lag, caughtUpAt, skewMs }: LinkStatus): readonly string[] {
  const figures = lag === null ? ["", "", "", ""] : [lag.changes, lag.p50, lag.p95, lag.max].map(String);
  return [name, ...figures, caughtUpAt === null ? "" : moment(caughtUpAt), skewMs === null ? "" : String(skewMs)];
}

/** Returns the lines of `nodes status`: this node first, then the others. */
export function statusLines({
  name,
  state,
  publicAddress,
  standsBy,
  schemaVersion,
  nodes,
}: NodesStatus): readonly string[] {
  const own = [name, state ?? "not set up", publicAddress ?? "no address", "this node", `schema ${schemaVersion}`];
  return [rowLine(standsBy === null ? own : [...own, `stands by: ${standsBy}`]), ...nodes.map(lineOf)];
}

function lineOf({
  name,
  state,
  publicAddress,
  lastSuccessAt,
  failures,
  lastError,
  held,
  conflicts,
  logRows,
  logStanding,
  schemaVersion,
  older,
}: LinkStatus): string {
  const pulled = lastSuccessAt === null ? "never pulled" : `pulled ${moment(lastSuccessAt)}`;
  const facts = [
    ...(schemaVersion === null ? [] : [`schema ${schemaVersion}`]),
    ...(older === null ? [] : [olderWords[older]]),
    ...(held.length > 0 ? [`${held.length} held (${held.map(({ reason }) => reason).join(", ")})`] : []),
    ...(conflicts > 0 ? [`${conflicts} conflicts`] : []),
    ...(logStanding === "upToDate" ? [] : [`${standingWords[logStanding]}, ${logRows} rows kept for it`]),
    ...(lastError === null ? [] : [`${failures} failed: ${lastError}`]),
  ];
  return rowLine([name, state, publicAddress ?? "no address", pulled, ...facts]);
}

const olderWords: Readonly<Record<"this" | "other", string>> = {
  this: "newer than this node, which waits for its upgrade",
  other: "older than this node, and waits for its upgrade",
};

const standingWords: Readonly<Record<Exclude<LogStanding, "upToDate">, string>> = {
  silent: "silent for a day",
  halfQuota: "half of CHANGE_LOG_ROWS_MAX used",
  mustRejoin: "must join again",
};

function moment(ms: number): string {
  return new Date(ms).toISOString();
}
