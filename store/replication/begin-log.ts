import { setTimeout as sleep } from "node:timers/promises";

import { columnStamp } from "#domain/replication/column-stamps.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import { reached } from "#platform/reached.ts";

import { createChangePositions } from "../changes/change-positions.ts";
import { wholeRow } from "../changes/change.ts";
import { epochMember, parseStamps } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import { schemaVersion } from "../schema/schema-version.ts";
import { boundValues, name as column, sql, type SqlRow } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";
import { leavingTables } from "./lives.ts";
import { replicatedChanges } from "./logged-change.ts";
import { numberedCounter } from "./require-home.ts";

/** Counter of the position behind which the log is complete: what stands before is passed over. */
export const beganCounter = "changesBeganAt";
/** Counter of the tables all of whose rows are logged whole. */
const tablesCounter = "changesBegunTables";
/** Counter of the position up to which changes that were made meanwhile are compared with the whole rows. */
const comparedCounter = "changesComparedTo";
/** Counter that exists once all of them are compared: the position behind which loads get a lane of their own. */
export const endedCounter = "changesCompared";

const pageRows = 200;
/** Removals that one transaction drops. */
const droppedRows = 2_000;
const readAtOnceMax = 500;

/** Tables in the order in which their rows are logged whole. */
const logged = (Object.keys(tables) as TableName[]).filter((table) => leavingTables.has(table));

/**
 * Makes the log complete before another node reads it for the first time: it gets each row as it is, with the stamps of its columns. What
 * was logged before is passed over, because older versions logged it without the stamps that it replaced.
 *
 * It goes page by page, each in a short transaction, with pauses in which others write. Where it stands is in the database, so a process
 * that is killed leaves nothing half, and several can call it. Nobody reads the log before all of it is done. A change that was made
 * meanwhile is passed over if the whole row of its key has it already, and is told behind that row otherwise.
 */
export async function beginLog(database: Database, node: string, pages: Partial<Pages> = {}): Promise<void> {
  const { rows = pageRows, pause = sleep } = pages;
  const positions = createChangePositions(database);
  for (;;) {
    const newest = await positions.newest();
    const beganMs = performance.now();
    const isOver = await database.transactions.run(async () => {
      const isLast = await nextPage(database, { node, newest, rows });
      reached("replication log", "written");
      return isLast;
    });
    reached("replication log", "committed");
    if (isOver) return;
    // As long as a page took: those who wait for the writer get it in between.
    await pause(performance.now() - beganMs);
  }
}

/** Size of pages, and the pause between them. */
interface Pages {
  /** Rows that one transaction logs or compares: others wait no longer than for these. */
  readonly rows: number;
  readonly pause: (ms: number) => Promise<unknown>;
}

interface Beginning extends Pick<Pages, "rows"> {
  readonly node: string;
  /** Position of the newest change before this page. */
  readonly newest: number;
}

/** Does the next part in the current transaction; returns true if nothing is left. */
async function nextPage(database: Database, { node, newest, rows }: Beginning): Promise<boolean> {
  const { read, dialect } = database;
  // Pages wait for each other, and nobody gets a position behind those that this page gives.
  await read("SELECT `value` FROM `nodeCounters` WHERE `name` = 'changeLogPosition'" + dialect.forUpdate);
  const counters = await countersOf(database);
  if (counters.has(numberedCounter)) return true;
  const began = counters.get(beganCounter);
  if (began === undefined) {
    if ((await dropRows(database, "replicationRemovals")) < droppedRows)
      await setCounter(database, beganCounter, newest);
    return false;
  }
  const place = counters.get(tablesCounter) ?? 0;
  const table = logged[place];
  if (table !== undefined) {
    if ((await logPage(database, { node, table, rows })) < rows) await setCounter(database, tablesCounter, place + 1);
    return false;
  }
  if (!counters.has(endedCounter)) {
    const compared = counters.get(comparedCounter) ?? began;
    const to = await endOfPage(database, compared, { newest, rows });
    await comparePage(database, compared, to);
    await setCounter(database, comparedCounter, to);
    // What is committed later than the last page of whole rows stands behind all of them.
    if (to >= newest) await setCounter(database, endedCounter, to);
    return false;
  }
  if ((await dropRows(database, "replicationBegun")) === droppedRows) return false;
  await setCounter(database, numberedCounter, began);
  return true;
}

/** Returns the position at which a page ends. Positions have wide gaps, such as behind a restore, so its rows are counted. */
async function endOfPage(
  database: Database,
  after: number,
  { newest, rows }: Pick<Beginning, "newest" | "rows">,
): Promise<number> {
  const { column: place } = createChangePositions(database);
  const [last] = await database.read(
    `SELECT \`${place}\` AS \`place\` FROM \`changeLog\` WHERE \`${place}\` > ? AND \`${place}\` <= ? ORDER BY \`${place}\` LIMIT 1 OFFSET ${rows - 1}`,
    [after, newest],
  );
  return last === undefined ? newest : Number(last["place"]);
}

async function countersOf({ read }: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await read("SELECT `name`, `value` FROM `nodeCounters` WHERE `name` LIKE 'changes%'");
  return new Map(rows.map((row) => [String(row["name"]), Number(row["value"])]));
}

async function setCounter({ write }: Database, counter: string, value: number): Promise<void> {
  await write("REPLACE INTO `nodeCounters` (`name`, `value`) VALUES (?, ?)", [counter, value]);
}

/** Drops rows of a table about the keys of others; returns their number. */
async function dropRows(
  { read, write, dialect }: Database,
  from: "replicationRemovals" | "replicationBegun",
): Promise<number> {
  const found = await read(`SELECT \`tableName\`, \`rowKey\` FROM \`${from}\` LIMIT ${droppedRows}`);
  for (const [table, rows] of Map.groupBy(found, (row) => String(row["tableName"])))
    for (const keys of inParts(rows.map((row) => String(row["rowKey"])))) {
      const text = sql`DELETE FROM ${column(from)} WHERE ${column("tableName")} = ${table} AND ${dialect.listed(column("rowKey"), keys)}`;
      await write(text.text, boundValues(text, []));
    }
  return found.length;
}

/** Logs the next rows of a table whole; returns their number. */
async function logPage(
  database: Database,
  { node, table, rows: most }: Pick<Beginning, "node" | "rows"> & { readonly table: TableName },
): Promise<number> {
  const { read, write, dialect } = database;
  const key = primaryKeyOf(table);
  const [done] = await read("SELECT MAX(`rowKey`) AS `last` FROM `replicationBegun` WHERE `tableName` = ?", [table]);
  const after = (done?.["last"] as string | null) ?? "";
  // Locked, so that a change which is not in these rows is committed behind them.
  const rows = await read(
    `SELECT \`${key}\` AS \`key\` FROM \`${table}\` WHERE \`${key}\` > ? ORDER BY \`${key}\` LIMIT ${most}${dialect.forUpdate}`,
    [after],
  );
  const upTo = rows.at(-1)?.["key"];
  if (typeof upTo !== "string") return 0;
  const [newest] = await read("SELECT MAX(`seq`) AS `last` FROM `changeLog`");
  const behind = Number(newest?.["last"] ?? 0);
  const range = { text: `t.\`${key}\` > ? AND t.\`${key}\` <= ?`, values: [after, upTo] };
  await logWhole(database, { node, table, range });
  const whole = "`seq` > ? AND `operation` = ? AND `tableName` = ?";
  await write(
    `INSERT INTO \`replicationBegun\` (\`tableName\`, \`rowKey\`, \`logSeq\`) SELECT \`tableName\`, \`rowKey\`, \`seq\` FROM \`changeLog\` WHERE ${whole}`,
    [behind, wholeRow, table],
  );
  if (!dialect.oneWriter) await placeNext(database, whole, [behind, wholeRow, table]);
  return rows.length;
}

interface WholeRows {
  readonly node: string;
  readonly table: TableName;
  /** Condition on rows `t` of the table. */
  readonly range: { readonly text: string; readonly values: readonly string[] };
}

/** Logs rows of a table of this node as they are, in the current transaction, as other nodes are to get them. */
export async function logWhole(
  { dialect, write }: Pick<Database, "dialect" | "write">,
  { node, table, range }: WholeRows,
): Promise<void> {
  const key = primaryKeyOf(table);
  const { class: of, columns } = tables[table];
  const isOwned = of === "owned";
  if (isOwned)
    await write(
      `UPDATE \`${table}\` AS t SET \`homeNode\` = ?, \`ownerEpoch\` = 1 WHERE t.\`homeNode\` <> ? AND ${range.text}`,
      [node, node, ...range.values],
    );
  const members = Object.entries(columns).flatMap(([name, { kind, ofNode }]) => {
    if (ofNode === true) return [];
    const value = kind === "sealed" ? `CASE WHEN t.\`${name}\` IS NULL THEN NULL ELSE '[secret]' END` : `t.\`${name}\``;
    return [`'${name}', ${value}`];
  });
  const stamps = isOwned
    ? `CASE WHEN t.\`ownerEpoch\` = 1 THEN t.\`_v\` ELSE ${dialect.load.merged("t.`_v`", `JSON_OBJECT('${epochMember}', t.\`ownerEpoch\`)`)} END`
    : "t.`_v`";
  await write(
    "INSERT INTO `changeLog` (`origin`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`, `schemaVersion`, `stamps`) " +
      `SELECT ?, ?, t.\`${key}\`, '${wholeRow}', t.\`version\`, COALESCE(${dialect.load.member("t.`_v`", key)}, ''), ` +
      `JSON_OBJECT(${members.join(", ")}), ${schemaVersion()}, ${stamps} FROM \`${table}\` t WHERE ${range.text} ORDER BY t.\`${key}\``,
    [node, table, ...range.values],
  );
}

/** Gives rows of the log the next positions, before changes that are committed later. */
async function placeNext(
  { read, write }: Database,
  where: string,
  values: readonly (string | number)[],
): Promise<void> {
  const [head] = await read("SELECT `value` FROM `nodeCounters` WHERE `name` = 'changeLogPosition'");
  const last = Number(head?.["value"] ?? 0);
  const [found] = await read(`SELECT COUNT(*) AS \`n\` FROM \`changeLog\` WHERE ${where}`, values);
  const numbered = `SELECT \`seq\`, ROW_NUMBER() OVER (ORDER BY \`seq\`) AS \`n\` FROM \`changeLog\` WHERE ${where}`;
  await write(`UPDATE \`changeLog\` c JOIN (${numbered}) w ON c.\`seq\` = w.\`seq\` SET c.\`position\` = ? + w.\`n\``, [
    ...values,
    last,
  ]);
  await write("UPDATE `nodeCounters` SET `value` = ? WHERE `name` = 'changeLogPosition'", [
    last + Number(found?.["n"] ?? 0),
  ]);
}

/** Row of the log by which other nodes learn of a key: its whole row, or 0 if it was inserted behind its page. */
type Begun = Map<string, { readonly logSeq: number; readonly stamps: ReturnType<typeof parseStamps> | undefined }>;

/** Passes over changes between two positions that the whole rows have already, and keeps the others. */
async function comparePage(database: Database, after: number, to: number): Promise<void> {
  const { column: place } = createChangePositions(database);
  const rows = await database.read(
    `SELECT * FROM \`changeLog\` WHERE \`${place}\` > ? AND \`${place}\` <= ? AND \`operation\` <> ? AND \`originSeq\` IS NULL ORDER BY \`${place}\``,
    [after, to, wholeRow],
  );
  const compared = rows.flatMap((row) =>
    leavingTables.has(String(row["tableName"])) ? [{ row, changes: replicatedChanges(row) }] : [],
  );
  const begun = await begunOf(
    database,
    compared.flatMap(({ changes }) => changes),
  );
  const passed: number[] = [];
  for (const { row, changes } of compared) {
    const isAllKnown = changes.every((change) => isKnown(begun, change));
    if (isAllKnown) {
      passed.push(Number(row["seq"]));
      for (const change of changes) await forget(database, change);
    } else passed.push(...(await told(database, begun, changes)));
  }
  for (const some of inParts(passed))
    await database.write(
      `UPDATE \`changeLog\` SET \`originSeq\` = 0 WHERE \`seq\` IN (${some.map(() => "?").join(", ")})`,
      some,
    );
}

/**
 * Takes note of rows of which others learn by the changes that have inserted them. Of rows that were inserted together some may be whole
 * already: returns their places in the log, which are passed over.
 */
async function told({ write }: Database, begun: Begun, changes: readonly ReplicatedChange[]): Promise<number[]> {
  const passed: number[] = [];
  for (const change of changes.filter(({ operation }) => operation === "insert")) {
    const { logSeq = 0 } = begun.get(nameOf(change)) ?? {};
    if (logSeq > 0) {
      // It came back after its whole row, which stands before its removal.
      if (!isKnown(begun, change)) continue;
      passed.push(logSeq);
    }
    begun.set(nameOf(change), { logSeq: 0, stamps: undefined });
    const { table, key } = change;
    await write("REPLACE INTO `replicationBegun` (`tableName`, `rowKey`, `logSeq`) VALUES (?, ?, 0)", [table, key]);
  }
  return passed;
}

const nameOf = ({ table, key }: Pick<ReplicatedChange, "table" | "key">): string => `${table}\n${key}`;

async function begunOf({ read, dialect }: Database, changes: readonly ReplicatedChange[]): Promise<Begun> {
  const begun: Begun = new Map();
  for (const [table, some] of Map.groupBy(changes, (change) => change.table))
    for (const keys of inParts([...new Set(some.map(({ key }) => key))])) {
      const text = sql`SELECT b.${column("rowKey")}, b.${column("logSeq")}, c.${column("stamps")} FROM ${column("replicationBegun")} b LEFT JOIN ${column("changeLog")} c ON c.${column("seq")} = b.${column("logSeq")} WHERE b.${column("tableName")} = ${table} AND ${dialect.listed(column("rowKey", "b"), keys)}`;
      for (const row of await read(text.text, boundValues(text, []))) begun.set(...begunIn(table, row));
    }
  return begun;
}

function begunIn(table: string, { rowKey, logSeq, stamps }: SqlRow): [string, NonNullable<ReturnType<Begun["get"]>>] {
  return [
    nameOf({ table, key: String(rowKey) }),
    { logSeq: Number(logSeq), stamps: typeof stamps === "string" ? parseStamps(stamps) : undefined },
  ];
}

/** Returns true if other nodes learn of a change without its row of the log. */
function isKnown(begun: Begun, { table, key, operation, stamps, life }: ReplicatedChange): boolean {
  const row = begun.get(nameOf({ table, key }));
  // Without a row it was removed before its page, or has come after it: an insert tells that.
  if (row === undefined) return operation !== "insert";
  if (row.stamps === undefined) return false;
  const whole = row.stamps;
  const primaryKey = primaryKeyOf(table as TableName);
  const own = Object.entries(stamps);
  if (operation === "remove") return own.every(([, stamp]) => stamp <= whole.life);
  return whole.life > life || own.every(([name, stamp]) => stamp <= columnStamp(whole.stamps, primaryKey, name));
}

/** Drops what a removal has left behind of which no other node learns. */
async function forget({ write }: Database, { table, key, operation, stamps }: ReplicatedChange): Promise<void> {
  if (operation !== "remove") return;
  await write("DELETE FROM `replicationRemovals` WHERE `tableName` = ? AND `rowKey` = ? AND `removed` = ?", [
    table,
    key,
    stamps[primaryKeyOf(table as TableName)] ?? "",
  ]);
}

function inParts<T>(all: readonly T[]): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let from = 0; from < all.length; from += readAtOnceMax) parts.push(all.slice(from, from + readAtOnceMax));
  return parts;
}
