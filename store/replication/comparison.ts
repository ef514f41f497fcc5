import { createHash } from "node:crypto";
import { setImmediate as immediate } from "node:timers/promises";

import { rangeRowsMax } from "#domain/node-limits.ts";
import { columnStamp } from "#domain/replication/column-stamps.ts";
import type { Vector } from "#domain/replication/origin.ts";
import type { ColumnValue, ReplicatedChange } from "#domain/replication/replicated-change.ts";

import { createChangePositions } from "../changes/change-positions.ts";
import { parseStamps } from "../changes/row-stamps.ts";
import { columnsOf, primaryKeyOf } from "../rows.ts";
import { schemaVersion } from "../schema/schema-version.ts";
import type { SqlRow } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";
import type { Comparison, HashedRange, KeyRange } from "./compared.ts";
import { createDifferences } from "./differences.ts";
import { leavingTables } from "./lives.ts";
import type { Numbers } from "./numbers.ts";
import { orphansIn } from "./orphans.ts";
import { createPeers } from "./peers.ts";
import type { ReplicationParts } from "./replication.ts";
import { restampRows } from "./restamp.ts";

/** Tables that nodes compare. */
export const comparedTables = Object.keys(tables).filter((table) => leavingTables.has(table)) as TableName[];

const pageRows = 200;
/** Rows after which no further range is hashed for one call. */
const hashedRowsMax = 50_000;
const hashBytes = 16;

/** Makes the side of a store in comparisons. */
export function createComparison(parts: ReplicationParts & { readonly numbers: Numbers }): Comparison {
  const { database, numbers } = parts;
  const { read } = database;

  async function vectorNow(): Promise<Vector | undefined> {
    const newest = await createChangePositions(database).newest();
    const [head] = await read("SELECT `value` FROM `nodeCounters` WHERE `name` = 'changesNumberedTo'");
    if (head === undefined || Number(head["value"]) < newest) return undefined;
    return createPeers(parts).vector();
  }

  async function page({ table, after, upTo }: KeyRange, max: number): Promise<SqlRow[]> {
    const key = primaryKeyOf(table);
    const end = upTo === null ? "" : ` AND \`${key}\` <= ?`;
    const text = `SELECT * FROM \`${table}\` WHERE \`${key}\` > ?${end} ORDER BY \`${key}\` LIMIT ${Math.trunc(max)}`;
    return read(text, upTo === null ? [after] : [after, upTo]);
  }

  /** Hashes a range page by page; other work goes on in between. */
  async function hashOf({ table, after, upTo }: KeyRange): Promise<{ readonly hash: string; readonly rows: number }> {
    const hash = createHash("sha256");
    let [rows, from] = [0, after];
    for (;;) {
      const found = await page({ table, after: from, upTo }, pageRows);
      for (const row of found) hash.update(textOf(table, row));
      rows += found.length;
      await immediate();
      if (found.length < pageRows) return { hash: shown(hash.digest()), rows };
      from = keyIn(table, found.at(-1));
    }
  }

  return {
    ...createDifferences(database),
    async settled() {
      await numbers.give();
      return database.transactions.run(vectorNow);
    },
    async ranges({ table, after }, max) {
      const ranges: HashedRange[] = [];
      let from = after;
      while (ranges.length < max) {
        const rows = await page({ table, after: from, upTo: null }, rangeRowsMax);
        const isLast = rows.length < rangeRowsMax;
        const upTo = isLast ? null : keyIn(table, rows.at(-1));
        const hash = createHash("sha256");
        for (const row of rows) hash.update(textOf(table, row));
        ranges.push({ table, after: from, upTo, hash: shown(hash.digest()), rows: rows.length });
        await immediate();
        if (upTo === null) break;
        from = upTo;
      }
      return ranges;
    },
    async hashes({ table, after }, ends) {
      const hashes: string[] = [];
      let [from, rows] = [after, 0];
      for (const upTo of ends) {
        if (rows > hashedRowsMax) break;
        const one = await hashOf({ table, after: from, upTo });
        hashes.push(one.hash);
        rows += one.rows;
        from = upTo ?? from;
      }
      return hashes;
    },
    async rows(range, max) {
      await numbers.give();
      return database.transactions.run(async () => {
        const found = await page(range, max + 1);
        const rows = found.slice(0, max).map((row, at) => wholeRowOf(range.table, row, at + 1));
        return { rows, isWhole: found.length <= max, vector: await vectorNow() };
      });
    },
    orphans: (table) => orphansIn(database, table),
    restamp: (table, keys) => restampRows(parts, table, keys),
  };
}

const keyIn = (table: TableName, row: SqlRow | undefined): string => String(row?.[primaryKeyOf(table)]);
const shown = (digest: Buffer): string => digest.subarray(0, hashBytes).toString("base64url");

/** Columns of a table that all nodes have alike. */
const alike = new Map<TableName, readonly (readonly [column: string, isSealed: boolean])[]>();

function columnsAlike(table: TableName): readonly (readonly [column: string, isSealed: boolean])[] {
  const known = alike.get(table);
  if (known !== undefined) return known;
  const columns = Object.entries(columnsOf(table))
    .filter(([, { ofNode }]) => ofNode !== true)
    .map(([column, { kind }]) => [column, kind === "sealed"] as const);
  alike.set(table, columns);
  return columns;
}

/** Returns the value of a column as nodes compare it: of a secret, which each node seals for itself, only that there is one. */
const comparedValue = (value: unknown, isSealed: boolean): ColumnValue =>
  isSealed ? (value === null || value === "" ? null : "[secret]") : (value as ColumnValue);

/** Returns the text of a row that is hashed: its values, their stamps, and who writes it. */
function textOf(table: TableName, row: SqlRow): string {
  const { stamps, life } = parseStamps(row["_v"] as string);
  const key = primaryKeyOf(table);
  const cells: unknown[] = [life, row["homeNode"] ?? null, row["ownerEpoch"] ?? null];
  for (const [column, isSealed] of columnsAlike(table))
    cells.push(comparedValue(row[column], isSealed), columnStamp(stamps, key, column));
  return JSON.stringify(cells);
}

/** Returns a row as it travels to be compared: an insert with the stamps of all its columns. */
function wholeRowOf(table: TableName, row: SqlRow, seq: number): ReplicatedChange {
  const primaryKey = primaryKeyOf(table);
  const { stamps, life } = parseStamps(row["_v"] as string);
  const columns = columnsAlike(table);
  const values = Object.fromEntries(
    columns.map(([column, isSealed]) => [column, comparedValue(row[column], isSealed)]),
  );
  const all = Object.fromEntries(columns.map(([column]) => [column, columnStamp(stamps, primaryKey, column)]));
  const claim = stamps[primaryKey] ?? "";
  const tenure = { node: String(row["homeNode"]), epoch: Number(row["ownerEpoch"]), claim };
  return {
    origin: comparedOrigin,
    seq,
    schema: schemaVersion(),
    table,
    key: String(row[primaryKey]),
    operation: "insert",
    values,
    stamps: all,
    life,
    ...(tables[table].class === "owned" ? { tenure } : {}),
  };
}

/** Origin that rows to be compared have on their way; no node has this name with this incarnation. */
const comparedOrigin = "compared:0";
