import { setTimeout as sleep } from "node:timers/promises";

import { webhookDeadKeptDays } from "#domain/limits.ts";
import { rejoinShare } from "#domain/log-standing.ts";
import { type LogMark, type PurgeFacts, purgeMark, rowsKeptFor } from "#domain/replication/log-marks.ts";
import { knownUpTo, type Vector } from "#domain/replication/origin.ts";
import type { Clock } from "#platform/clock.ts";

import { createChangePositions } from "../changes/change-positions.ts";
import type { Database } from "../database.ts";
import type { Epoch } from "../epoch.ts";
import { boundValues, name as column, sql, type SqlRow } from "../sql/sql.ts";
import type { LogMarks, LogState } from "./log-marks.ts";
import type { Peers } from "./peers.ts";
import type { PurgeOptions, PurgeRound } from "./replication.ts";

/** Purge of the change log of a node. */
export interface LogPurge {
  /** Sets a mark, and drops what may leave the log in short transactions, for some seconds at most. Not in a transaction. */
  round(options: PurgeOptions): Promise<PurgeRound>;
  /** Returns the sequences of each origin that have left the log. */
  purged(): Promise<Vector>;
}

interface Parts {
  readonly database: Database;
  readonly marks: LogMarks;
  readonly peers: Pick<Peers, "vector">;
  readonly epoch: Pick<Epoch, "current">;
  readonly clock: Clock;
}

const pageRows = 500;
const roundMs = 5_000;
const dayMs = 86_400_000;

/** Makes the purge of a database. */
export function createLogPurge(parts: Parts): LogPurge {
  const { database, marks, peers, epoch, clock } = parts;
  return {
    async round({ keptMs, rowsMax }) {
      await marks.set();
      const [all, own, told] = [await marks.all(), await peers.vector(), await marks.acknowledged()];
      const facts: PurgeFacts = { now: clock.now(), keptMs, epoch: epoch.current, own, acknowledged: told };
      const names = Object.keys(told);
      const kept = Object.fromEntries(names.map((name) => [name, rowsKeptFor(all, facts, name)]));
      const waitedFor = names.filter((name) => (kept[name] ?? 0) < rejoinShare * rowsMax);
      const acknowledged = Object.fromEntries(waitedFor.map((name) => [name, told[name] ?? {}]));
      const mark = purgeMark(all, { ...facts, acknowledged });
      return { left: mark !== undefined && (await dropUpTo(parts, mark)), kept };
    },
    purged: () => purgedIn(database),
  };
}

const purgedCounter = "changesPurgedTo";

/** Returns the position up to which changes have left the log; 0 if none have. */
export async function purgedTo({ read }: Pick<Database, "read">): Promise<number> {
  const [row] = await read("SELECT `value` FROM `nodeCounters` WHERE `name` = ?", [purgedCounter]);
  return Number(row?.["value"] ?? 0);
}

async function purgedIn({ read }: Pick<Database, "read">): Promise<Vector> {
  const rows = await read("SELECT `origin`, `seq` FROM `replicationPurged`");
  return Object.fromEntries(rows.map((row) => [String(row["origin"]), Number(row["seq"])]));
}

/** Drops what stands up to a mark, page by page, with pauses as long as a page took; returns true if there is more. */
async function dropUpTo(parts: Parts, mark: LogMark): Promise<boolean> {
  const { database, marks, clock } = parts;
  const state = await marks.begun();
  if (state.began !== undefined && state.numbered === undefined) return false;
  const upTo = await endOf(database, { mark, state, now: clock.now() });
  const beganMs = performance.now();
  for (;;) {
    const pageMs = performance.now();
    const isMore = await database.transactions.run(() => dropPage(database, { upTo, mark, state }));
    if (!isMore) break;
    if (performance.now() - beganMs > roundMs) return true;
    await sleep(performance.now() - pageMs);
  }
  await database.transactions.run(() => marks.drop(mark.position));
  return false;
}

/**
 * Returns the position up to which the log may be dropped. Its newest row stays, from which positions go on, and so does the one with the
 * latest stamp, by which a process sets its clock. What a webhook has not read yet stays, for as long as a webhook that is disabled is kept
 * its place.
 */
async function endOf(
  database: Database,
  { mark, state, now }: { readonly mark: LogMark; readonly state: LogState; readonly now: number },
): Promise<number> {
  const { read } = database;
  const positions = createChangePositions(database);
  const place = positions.column;
  const [latest] = await read(
    `SELECT MAX(\`${place}\`) AS \`place\` FROM \`changeLog\` WHERE \`stamp\` = (SELECT MAX(\`stamp\`) FROM \`changeLog\`)`,
  );
  const [followed] = await read(
    "SELECT MIN(p.`position`) AS `position` FROM `webhookProgress` p JOIN `webhooks` w ON w.`key` = p.`webhookKey` " +
      "WHERE w.`enabled` = 1 OR w.`disabledAt` > ?",
    [now - webhookDeadKeptDays * dayMs],
  );
  return Math.min(
    mark.position,
    (await positions.newest()) - 1,
    Number(latest?.["place"] ?? Infinity) - 1,
    Number(followed?.["position"] ?? Infinity),
    state.numbered ?? Infinity,
  );
}

interface Dropping {
  readonly upTo: number;
  readonly mark: LogMark;
  readonly state: LogState;
}

/** Drops the first rows of the log in the current transaction, and what their removals left behind; returns true if there are more. */
async function dropPage(database: Database, { upTo, mark, state }: Dropping): Promise<boolean> {
  const { read, write } = database;
  const { column: place } = createChangePositions(database);
  const rows = await read(
    `SELECT \`${place}\` AS \`place\`, \`tableName\`, \`rowKey\`, \`operation\`, \`stamp\` FROM \`changeLog\` ` +
      `WHERE \`${place}\` <= ? ORDER BY \`${place}\` LIMIT ${pageRows}`,
    [upTo],
  );
  const last = rows.at(-1)?.["place"];
  if (last === undefined) return false;
  // Before anything has gone: a node that lacks some of it is refused from now on.
  const purged = await purgedIn(database);
  for (const [origin, seq] of Object.entries(mark.vector))
    if (seq > knownUpTo(purged, origin))
      await write("REPLACE INTO `replicationPurged` (`origin`, `seq`) VALUES (?, ?)", [origin, seq]);
  const removals = rows.filter((row) => row["operation"] === "remove");
  for (const [table, some] of Map.groupBy(removals, (row) => String(row["tableName"])))
    await forget(database, { table, rows: some, isShared: state.numbered !== undefined });
  await write(`DELETE FROM \`changeLog\` WHERE \`${place}\` <= ?`, [Number(last)]);
  await write("REPLACE INTO `nodeCounters` (`name`, `value`) VALUES (?, ?)", [purgedCounter, Number(last)]);
  return rows.length === pageRows;
}

interface Forgotten {
  readonly table: string;
  /** Rows of the log that tell of removals. */
  readonly rows: readonly SqlRow[];
  /** True if other nodes may know the removals: rows that are made later follow them. */
  readonly isShared: boolean;
}

async function forget({ write, dialect, read }: Database, { table, rows, isShared }: Forgotten): Promise<void> {
  let gone = 0;
  for (const [stamp, some] of Map.groupBy(rows, (row) => String(row["stamp"]))) {
    const keys = some.map((row) => String(row["rowKey"]));
    const text = sql`DELETE FROM ${column("replicationRemovals")} WHERE ${column("tableName")} = ${table} AND ${column("removed")} = ${stamp} AND ${dialect.listed(column("rowKey"), keys)}`;
    gone += await write(text.text, boundValues(text, []));
  }
  if (gone === 0 || !isShared) return;
  const [known] = await read("SELECT `removed` FROM `replicationForgotten` WHERE `tableName` = ?", [table]);
  const latest = rows.reduce(
    (before, { stamp }) => (String(stamp) > before ? String(stamp) : before),
    known === undefined ? "" : String(known["removed"]),
  );
  await write("REPLACE INTO `replicationForgotten` (`tableName`, `removed`) VALUES (?, ?)", [table, latest]);
}
