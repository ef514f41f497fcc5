import type { Predicate } from "#domain/predicate.ts";

import { translateDatabaseError } from "./database-errors.ts";
import type { Database, SqlRow, SqlValue } from "./database.ts";
import { heldRows } from "./held-rows.ts";
import { compilePredicate } from "./query/predicate-sql.ts";
import { decodeRow, primaryKeyOf } from "./rows.ts";
import type { Row, TableName } from "./tables.ts";

/** Which rows, in which order, and how many at most. */
export interface Selection<T extends TableName> {
  readonly where?: Predicate | Partial<Row<T>>;
  readonly orderBy?: readonly (readonly [keyof Row<T> & string, "asc" | "desc"])[];
  readonly limit?: number;
  /** True: the rows are locked until the current transaction ends, as by `lock`. */
  readonly forUpdate?: boolean;
}

/**
 * Reads rows by key, by condition and in order.
 * @throws DATABASE_BUSY, DATABASE_UNAVAILABLE
 */
export interface Reader {
  get<T extends TableName>(table: T, key: string): Promise<Row<T> | undefined>;
  lock<T extends TableName>(table: T, key: string): Promise<Row<T> | undefined>;
  select<T extends TableName>(table: T, selection?: Selection<T>): Promise<Row<T>[]>;
  count<T extends TableName>(table: T, where?: Selection<T>["where"]): Promise<number>;
}

/** Makes the reader of a database. */
export function createReader(database: Pick<Database, "dialect" | "read">): Reader {
  const read: Database["read"] = (sql, values) =>
    database.read(sql, values).catch((error: unknown) => {
      throw translateDatabaseError(error);
    });
  const lockText = database.dialect === "mariadb" ? " FOR UPDATE" : "";

  /** Reads and locks rows; what is held once needs no second way to the database. */
  async function lockedRows(table: TableName, sql: string, values: readonly SqlValue[]): Promise<SqlRow[]> {
    const rows = await read(sql + lockText, values);
    for (const row of rows) heldRows.put(table, row[primaryKeyOf(table)] as string, row);
    return rows;
  }

  const byKeyText = (table: TableName) => `SELECT * FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?`;

  return {
    async get(table, key) {
      const row = heldRows.get(table, key) ?? (await read(byKeyText(table), [key]))[0];
      return row && decodeRow(table, row);
    },
    async lock(table, key) {
      const row = heldRows.get(table, key) ?? (await lockedRows(table, byKeyText(table), [key]))[0];
      return row && decodeRow(table, row);
    },
    async select(table, selection = {}) {
      const where = compilePredicate(table, asPredicate(selection.where), "t");
      const order = (selection.orderBy ?? []).map(([column, direction]) => `t.\`${column}\` ${direction}`).join(", ");
      const sql =
        `SELECT * FROM \`${table}\` t WHERE ${where.text}` +
        (order === "" ? "" : ` ORDER BY ${order}`) +
        (selection.limit === undefined ? "" : ` LIMIT ${Math.trunc(selection.limit)}`);
      const rows = await (selection.forUpdate ? lockedRows(table, sql, where.values) : read(sql, where.values));
      return rows.map((row) => decodeRow(table, row));
    },
    async count(table, where) {
      const part = compilePredicate(table, asPredicate(where), "t");
      const [row] = await read(`SELECT COUNT(*) AS \`n\` FROM \`${table}\` t WHERE ${part.text}`, part.values);
      return Number(row?.["n"] ?? 0);
    },
  };
}

const predicateOperators = new Set([
  "true",
  "false",
  "eq",
  "ne",
  "lt",
  "le",
  "gt",
  "ge",
  "in",
  "and",
  "or",
  "not",
  "exists",
  "startsWith",
]);

/** No column is named `op`, so an object with a known `op` is a predicate and any other one is an example row. */
function asPredicate(where: Predicate | Readonly<Record<string, unknown>> | undefined): Predicate {
  if (where === undefined) return { op: "true" };
  if (isPredicate(where)) return where;
  return {
    op: "and",
    of: Object.entries(where).map(([column, value]) => ({ op: "eq" as const, column, value: value as string | null })),
  };
}

function isPredicate(where: object): where is Predicate {
  return "op" in where && typeof where.op === "string" && predicateOperators.has(where.op);
}
