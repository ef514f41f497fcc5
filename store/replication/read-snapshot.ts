import { ServiceError } from "#domain/errors.ts";
import { originOf } from "#domain/replication/origin.ts";
import type { ColumnValue, ReplicatedChange, Tenure } from "#domain/replication/replicated-change.ts";
import { compareBytes, forgottenTable } from "#domain/replication/snapshot-place.ts";
import { nodeOfStamp } from "#domain/replication/stamp.ts";

import { insertedTogether } from "../changes/change.ts";
import { parseStamps } from "../changes/row-stamps.ts";
import { valuesOf } from "../changes/value-texts.ts";
import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import { schemaVersion } from "../schema/schema-version.ts";
import { boundValues, name, sql, type SqlRow } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";
import { leavingTables } from "./lives.ts";
import type { Numbers } from "./numbers.ts";
import type { Peers } from "./peers.ts";
import { purgedTo } from "./purge-log.ts";
import type { Answer, ReplicationParts, SentSecret, SnapshotCall } from "./replication.ts";
import { numberedCounter } from "./require-home.ts";

type Parts = Pick<ReplicationParts, "database" | "keyRing" | "epoch" | "node"> & {
  readonly numbers: Numbers;
  readonly peers: Pick<Peers, "vector">;
};

/** Tables in the order in which a snapshot has their rows. */
export const snapshotTables: readonly TableName[] = (Object.keys(tables) as TableName[]).filter((table) =>
  leavingTables.has(table),
);

const rowsAtOnceMax = 250;
/** Most characters of a page, except for those of its last rows. */
const charactersMax = 5 * 1024 ** 2;
const charactersOfNumber = 8;
const logRowsAtOnce = 400;

/** A row as a database has it: one that lives, also one that nobody sees, or what a removal has left behind. */
interface Found {
  readonly key: string;
  readonly row: SqlRow;
  readonly isRemoval: boolean;
}

/** Page while it is read. */
class Page {
  readonly changes: ReplicatedChange[] = [];
  readonly secrets: SentSecret[] = [];
  characters = 0;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(table: TableName, { key, row, isRemoval }: Found): void {
    const place = { origin: originOf(this.#parts.node, 0), seq: this.changes.length + 1, schema: schemaVersion() };
    const change = isRemoval ? removalOf(table, row) : this.#rowOf(table, row, place);
    this.changes.push({ ...place, table, key, ...change });
    for (const [column, value] of Object.entries(row))
      this.characters += column.length + (typeof value === "string" ? value.length : charactersOfNumber);
  }

  /** Adds the latest removals that were forgotten, so that new rows follow them at the other node too. */
  forgotten(rows: readonly SqlRow[]): void {
    for (const { tableName, removed } of rows)
      this.changes.push({
        origin: originOf(this.#parts.node, 0),
        seq: this.changes.length + 1,
        schema: schemaVersion(),
        table: forgottenTable,
        key: String(tableName),
        operation: "remove",
        values: {},
        stamps: { tableName: String(removed) },
        life: "",
      });
  }

  #rowOf(table: TableName, row: SqlRow, { origin, seq }: Pick<ReplicatedChange, "origin" | "seq">) {
    const { stamps, life } = parseStamps(row["_v"] as string);
    const key = String(row[primaryKeyOf(table)]);
    const values: Record<string, ColumnValue> = {};
    for (const [column, { kind, ofNode }] of Object.entries(tables[table].columns)) {
      if (ofNode === true) continue;
      const value = row[column] as ColumnValue;
      if (kind === "sealed" && typeof value === "string" && value !== "") {
        values[column] = null;
        this.secrets.push({ origin, seq, column, secret: this.#parts.keyRing.unseal(value, { table, column, key }) });
      } else values[column] = value;
    }
    const made = { operation: "insert", values, stamps, life } as const;
    if (tables[table].class !== "owned") return made;
    const claim = stamps[primaryKeyOf(table)] ?? "";
    return { ...made, tenure: { node: String(row["homeNode"]), epoch: Number(row["ownerEpoch"]), claim } };
  }
}

function removalOf(
  table: TableName,
  row: SqlRow,
): Pick<ReplicatedChange, "operation" | "values" | "stamps" | "base" | "life"> & { readonly tenure?: Tenure } {
  const { stamps: base, life, epoch } = parseStamps(row["stamps"] as string);
  const key = primaryKeyOf(table);
  const made = { operation: "remove", values: {}, stamps: { [key]: String(row["removed"]) }, base, life } as const;
  if (tables[table].class !== "owned") return made;
  const claim = base[key] ?? "";
  return { ...made, tenure: { node: nodeOfStamp(claim), epoch, claim } };
}

/**
 * Reads a page of the record for a node that joins. First all rows, table by table, each as it is when it is read; then those that were
 * changed meanwhile once more, until a last page has all that were, read in one transaction with the vector: then the other node has
 * the record as it is at this vector, and reads the log from there.
 * @throws NODE_MUST_REJOIN if the log no longer has what was changed meanwhile
 */
export async function readSnapshot(parts: Parts, call: SnapshotCall): Promise<Answer> {
  const { database, epoch, node } = parts;
  const upTo = await parts.numbers.give();
  const page = new Page(parts);
  const around = { from: node, logEpoch: epoch.current };
  const answer = (position: number, vector = {}): Answer => ({
    ...around,
    position,
    vector,
    changes: page.changes,
    secrets: page.secrets,
  });
  if (call.phase === "rows") {
    await readRows(database, page, call);
    return answer(call.position === 0 ? upTo : call.position);
  }
  if (call.position < (await purgedTo(database)))
    throw new ServiceError("NODE_MUST_REJOIN", {
      message: "Joining has taken too long. Begin with an empty database.",
    });
  const logged = await logAfter(parts, call.position);
  if (logged.length === logRowsAtOnce)
    return answer((await readChanged(database, page, { logged, max: call.max })).position);
  return database.transactions.run(async () => {
    // Nobody gives numbers or positions meanwhile, so whatever is seen from here on has its number.
    for (const counter of [numberedCounter, "changeLogPosition"])
      await database.read("SELECT `value` FROM `nodeCounters` WHERE `name` = ?" + database.dialect.forUpdate, [
        counter,
      ]);
    const head = await parts.numbers.give();
    const last = await logAfter(parts, call.position);
    const { position, isWhole } = await readChanged(database, page, { logged: last, max: call.max });
    if (!isWhole || last.length === logRowsAtOnce) return answer(position);
    page.forgotten(await database.read("SELECT * FROM `replicationForgotten` ORDER BY `tableName`"));
    return answer(head, await parts.peers.vector());
  });
}

/** Reads the rows behind a place, table by table, until a page is full. */
async function readRows(database: Database, page: Page, { table: last, key, max }: SnapshotCall): Promise<void> {
  const first = Math.max(0, snapshotTables.indexOf(last as TableName));
  for (const table of snapshotTables.slice(first))
    for (let after = table === last ? key : ""; ;) {
      const left = Math.min(rowsAtOnceMax, max - page.changes.length);
      if (left <= 0 || page.characters >= charactersMax) return;
      const found = await rowsBehind(database, table, { after, most: left });
      for (const one of found) page.add(table, one);
      if (found.length < left) break;
      after = found.at(-1)?.key ?? "";
    }
}

/** Returns the first rows of a table behind a key: those that live, those that nobody sees, and what removals have left behind. */
async function rowsBehind(
  { read }: Database,
  table: TableName,
  { after, most }: { readonly after: string; readonly most: number },
): Promise<readonly Found[]> {
  const key = primaryKeyOf(table);
  const living = await read(`SELECT * FROM \`${table}\` WHERE \`${key}\` > ? ORDER BY \`${key}\` LIMIT ${most}`, [
    after,
  ]);
  const aside = (from: string) =>
    read(`SELECT * FROM \`${from}\` WHERE \`tableName\` = ? AND \`rowKey\` > ? ORDER BY \`rowKey\` LIMIT ${most}`, [
      table,
      after,
    ]);
  const [late, removed] = [await aside("replicationLate"), await aside("replicationRemovals")];
  const all = foundIn(key, { living, late, removed });
  if (late.length + removed.length === 0) return all;
  return all.toSorted((one, other) => compareBytes(one.key, other.key)).slice(0, most);
}

interface FoundRows {
  readonly living: readonly SqlRow[];
  readonly late: readonly SqlRow[];
  readonly removed: readonly SqlRow[];
}

function foundIn(primaryKey: string, { living, late, removed }: FoundRows): readonly Found[] {
  return [
    ...living.map((row) => ({ key: String(row[primaryKey]), row, isRemoval: false })),
    ...late.map((row) => ({
      key: String(row["rowKey"]),
      row: JSON.parse(String(row["content"])) as SqlRow,
      isRemoval: false,
    })),
    ...removed.map((row) => ({ key: String(row["rowKey"]), row, isRemoval: true })),
  ];
}

async function logAfter(
  { database: { read }, numbers: { column } }: Pick<Parts, "database" | "numbers">,
  position: number,
): Promise<readonly SqlRow[]> {
  return read(
    `SELECT \`${column}\` AS \`place\`, \`tableName\`, \`rowKey\`, \`operation\`, ` +
      `CASE WHEN \`operation\` = '${insertedTogether}' THEN \`data\` END AS \`data\` ` +
      `FROM \`changeLog\` WHERE \`${column}\` > ? ORDER BY \`${column}\` LIMIT ${logRowsAtOnce}`,
    [position],
  );
}

interface Changed {
  readonly logged: readonly SqlRow[];
  readonly max: number;
}

/** Log rows whose rows are read together. */
const changedAtOnce = 50;
/** Lines that a last page has beside its rows. */
const linesBeside = 200;

/** Reads the rows of which the log tells, as they are now; returns the position up to which that was done, and true if it is all of it. */
async function readChanged(
  database: Database,
  page: Page,
  { logged, max }: Changed,
): Promise<{ readonly position: number; readonly isWhole: boolean }> {
  const done = new Set<string>();
  let position = 0;
  for (let from = 0; from < logged.length; from += changedAtOnce) {
    if (from > 0 && (page.changes.length >= max - linesBeside || page.characters >= charactersMax))
      return { position, isWhole: false };
    const some = logged.slice(from, from + changedAtOnce);
    const keys = some.flatMap(keysOf).filter(({ table, key }) => {
      const at = `${table}\n${key}`;
      if (done.has(at)) return false;
      done.add(at);
      return true;
    });
    for (const [table, of] of Map.groupBy(keys, (one) => one.table))
      for (const found of await rowsNow(
        database,
        table,
        of.map(({ key }) => key),
      ))
        page.add(table, found);
    position = Number(some.at(-1)?.["place"]);
  }
  return { position, isWhole: true };
}

function keysOf({ tableName, rowKey, operation, data }: SqlRow): { readonly table: TableName; readonly key: string }[] {
  const table = tableName as TableName;
  if (!leavingTables.has(table)) return [];
  if (operation !== insertedTogether) return [{ table, key: String(rowKey) }];
  return valuesOf(String(data), String(rowKey)).map(({ key }) => ({ table, key }));
}

async function rowsNow(
  { read, dialect }: Database,
  table: TableName,
  keys: readonly string[],
): Promise<readonly Found[]> {
  const key = primaryKeyOf(table);
  const living = sql`SELECT * FROM ${name(table)} WHERE ${dialect.listed(name(key), keys)}`;
  const aside = (from: string) =>
    sql`SELECT * FROM ${name(from)} WHERE ${name("tableName")} = ${table} AND ${dialect.listed(name("rowKey"), keys)}`;
  const [late, removed] = [aside("replicationLate"), aside("replicationRemovals")];
  return foundIn(key, {
    living: await read(living.text, boundValues(living, [])),
    late: await read(late.text, boundValues(late, [])),
    removed: await read(removed.text, boundValues(removed, [])),
  });
}
