import { ServiceError } from "#domain/errors.ts";
import { latestStamp } from "#domain/replication/column-stamps.ts";
import { heldReasons } from "#domain/replication/held-changes.ts";
import { madeBy } from "#domain/replication/merge-columns.ts";
import { lanes, nodeOfOrigin, originOf, type Vector } from "#domain/replication/origin.ts";
import type { MergedRow, ReplicatedChange } from "#domain/replication/replicated-change.ts";
import {
  forgottenTable,
  isWhole,
  outOfOrder,
  placeBehind,
  snapshotBeginning,
  type SnapshotPlace,
} from "#domain/replication/snapshot-place.ts";
import { reached } from "#platform/reached.ts";

import { wholeRow } from "../changes/change.ts";
import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import { isTable, type TableName, tables } from "../tables.ts";
import { wakeGrants } from "./apply.ts";
import { Draft } from "./draft.ts";
import { followWebhooks } from "./follow-webhooks.ts";
import type { Numbers } from "./numbers.ts";
import type { Peers } from "./peers.ts";
import { snapshotTables } from "./read-snapshot.ts";
import type { Answer, ReplicationParts, SnapshotTaking } from "./replication.ts";
import { requireAnswer } from "./require-answer.ts";
import { type SecretsByPlace, sealedValues, secretsByPlace } from "./sealed-values.ts";

type Parts = ReplicationParts & { readonly numbers: Numbers; readonly peers: Peers };

/** Makes the taking of a snapshot. */
export function createSnapshotTaking(parts: Parts): SnapshotTaking {
  const { database } = parts;
  return {
    place: (peer) => placeOf(database, peer),
    async take(page) {
      // What is here already is numbered before rows come that other nodes have.
      await parts.numbers.give();
      const before = await placeOf(database, page.from);
      requirePage(parts, page, before);
      const secrets = secretsByPlace(page.secrets);
      const rows = page.changes.filter(({ table }) => table !== forgottenTable);
      const place = placeBehind(page, before);
      // In one transaction: nobody else writes at a node that joins, and each commit waits for the disk.
      await database.transactions.run(async () => {
        // A page changes pages all over the indexes: those that do not fit are written into the log several times.
        if (database.dialect.manyPages !== undefined) await database.run(database.dialect.manyPages);
        const latest = await takeRows(parts, rows, { secrets, latest: await latestOf(database, page.from) });
        if (place.phase === "done") await end(parts, page, latest);
        await keep(database, page.from, { ...place, latest });
        reached("replication page", "written");
      });
      reached("replication page", "committed");
      return place;
    },
  };
}

async function placeOf({ read }: Database, peer: string): Promise<SnapshotPlace> {
  const [row] = await read("SELECT * FROM `replicationSnapshots` WHERE `peer` = ?", [peer]);
  if (row === undefined) return snapshotBeginning;
  return {
    phase: row["phase"] as SnapshotPlace["phase"],
    logEpoch: Number(row["logEpoch"]),
    position: Number(row["position"]),
    table: String(row["tableName"]),
    key: String(row["rowKey"]),
  };
}

/** Returns the latest stamp of all rows that were taken. */
async function latestOf({ read }: Database, peer: string): Promise<string> {
  const [row] = await read("SELECT `latest` FROM `replicationSnapshots` WHERE `peer` = ?", [peer]);
  return row === undefined ? "" : String(row["latest"]);
}

async function keep(
  { write }: Database,
  peer: string,
  { phase, logEpoch, position, table, key, latest }: SnapshotPlace & { readonly latest: string },
): Promise<void> {
  await write(
    "REPLACE INTO `replicationSnapshots` (`peer`, `phase`, `logEpoch`, `position`, `tableName`, `rowKey`, `latest`) VALUES (?, ?, ?, ?, ?, ?, ?)",
    [peer, phase, logEpoch, position, table, key, latest],
  );
}

function refuse(why: string): never {
  throw new ServiceError("INPUT_INVALID", { message: `Another node has sent no usable page of its record: ${why}.` });
}

const reasons = ["unknownTable", "neverLeaves", "unknownColumn", "unfitValue", "aheadOfTime"] as const;

/** Requires a page whose rows leave their node, and which follows the place before it. */
function requirePage({ clock, node }: Parts, page: Answer, before: SnapshotPlace): void {
  if (before.phase === "done") refuse("it has sent all of it already");
  for (const [index, change] of page.changes.entries()) {
    if (change.origin !== originOf(page.from, 0) || change.seq !== index + 1) refuse("a row of it is missing");
    if (change.table !== forgottenTable) requireRow(change, clock.now());
  }
  const rows = page.changes.filter(({ table }) => table !== forgottenTable);
  requireAnswer({ ...page, changes: rows });
  const own = Object.keys(page.vector).find((origin) => nodeOfOrigin(origin) === node);
  if (own !== undefined) refuse(`it has changes of this node (${own})`);
  if (rows.length < page.changes.length && !isWhole(page)) refuse("only the last page tells of forgotten removals");
  requirePlace(page, before);
  const stray = before.phase === "rows" ? outOfOrder(rows, before, snapshotTables) : undefined;
  if (stray !== undefined) refuse(`row ${stray.key} of ${stray.table} came before, or in the wrong place`);
}

function requireRow(change: ReplicatedChange, now: number): void {
  const { table: of, key, operation, tenure } = change;
  const table = isTable(of) ? tables[of] : undefined;
  const facts = { vector: {}, isOrigin: () => true, table, row: undefined, now };
  const reason = reasons.find((one) => heldReasons[one].isFault(change, facts));
  if (reason !== undefined) refuse(`row ${key} of ${of}: ${heldReasons[reason].description}`);
  if ((table?.class === "owned") !== (tenure !== undefined)) refuse(`row ${key} of ${of} has no usable tenure`);
  if (operation === "update") refuse(`row ${key} of ${of} is not whole`);
}

function requirePlace(page: Answer, before: SnapshotPlace): void {
  if (page.position === 0 || page.position < before.position)
    refuse("its position lies before the one that was asked for");
  if (before.phase === "rows" && isWhole(page)) refuse("it ends before all rows have come");
  if (before.position === 0) return;
  if (page.logEpoch !== before.logEpoch) refuse("its database was restored meanwhile. Begin with an empty database");
  if (before.phase === "rows" && page.position !== before.position) refuse("the page is of another snapshot");
}

interface Taking {
  readonly secrets: SecretsByPlace;
  /** Latest stamp of the rows before. */
  readonly latest: string;
}

/** Writes rows as the other node has them; returns the latest stamp of all. */
async function takeRows(
  parts: Parts,
  changes: readonly ReplicatedChange[],
  { secrets, latest: before }: Taking,
): Promise<string> {
  const { database, node } = parts;
  const draft = new Draft(database);
  await draft.load(changes);
  let latest = before;
  for (const change of changes) {
    const { table, key } = change;
    const row = draft.row(table, key);
    for (const stamp of [latestStamp(change.stamps), change.life])
      if (stamp > latest && isClockStamp(stamp)) latest = stamp;
    const made = rowOf(sealedValues(parts, secrets, { change, row }));
    if (!isSame(row, made)) draft.put(table, key, { merged: made, node });
  }
  await draft.judge();
  const written = await draft.write(node);
  await wakeGrants(parts, written);
  await followWebhooks(parts, written);
  return latest;
}

/** Returns true if a stamp is of a clock; the count of a conflict is none. */
const isClockStamp = (stamp: string): boolean => /^[0-9a-f]{24}./.test(stamp);

function rowOf(change: ReplicatedChange): MergedRow {
  const { table, operation, stamps, base = {}, life, tenure } = change;
  const facts = tables[table as TableName];
  if (operation !== "remove") return madeBy(change, facts);
  const removed = stamps[primaryKeyOf(table as TableName)] ?? "";
  return { values: {}, stamps: base, life, removed, ...(tenure === undefined ? {} : { tenure }) };
}

/** Returns true if a row is here already as it is there. */
function isSame(row: MergedRow | undefined, made: MergedRow): boolean {
  if (row === undefined) return false;
  const told = ({ stamps, life, removed = "", tenure }: MergedRow) =>
    JSON.stringify([Object.entries(stamps).toSorted(), life, removed, tenure?.node, tenure?.epoch, tenure?.claim]);
  return told(row) === told(made);
}

/** Keeps the vector of the other node, the place in its log, and the latest stamp, with the last page. */
async function end(parts: Parts, page: Answer, latest: string): Promise<void> {
  const { database, peers, hybridClock, node } = parts;
  const { write } = database;
  const vector: Vector = page.vector;
  await peers.know(vector);
  for (const [origin, seq] of Object.entries(vector))
    await write("REPLACE INTO `replicationPurged` (`origin`, `seq`) VALUES (?, ?)", [origin, seq]);
  for (const { table, key, stamps } of page.changes)
    if (table === forgottenTable)
      await write("REPLACE INTO `replicationForgotten` (`tableName`, `removed`) VALUES (?, ?)", [
        key,
        stamps["tableName"] ?? "",
      ]);
  for (const lane of lanes) await peers.moveCursor(page.from, page, lane);
  if (latest === "") return;
  hybridClock.observe(latest);
  // The clock of the next process goes on behind all that has come.
  await write(
    "INSERT INTO `changeLog` (`origin`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`, `originSeq`) VALUES (?, 'nodes', ?, ?, 1, ?, '{}', 0)",
    [node, node, wholeRow, latest],
  );
}
