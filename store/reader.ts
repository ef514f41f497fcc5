import type { Predicate } from "#domain/predicate.ts";

import { translateDatabaseError } from "./database-errors.ts";
import type { Database } from "./database.ts";
import { compilePredicate } from "./query/predicate-sql.ts";
import { decodeRow, primaryKeyOf } from "./rows.ts";
import type { Row, TableName } from "./tables.ts";

/** Which rows, in which order, and how many at most. */
export interface Selection<T extends TableName> {
  readonly where?: Predicate | Partial<Row<T>>;
  readonly orderBy?: readonly (readonly [keyof Row<T> & string, "asc" | "desc"])[];
  readonly limit?: number;
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

  async function byKey<T extends TableName>(table: T, key: string, suffix: string): Promise<Row<T> | undefined> {
    const [row] = await read(`SELECT * FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?${suffix}`, [key]);
    return row && decodeRow(table, row);
  }

  return {
    get: (table, key) => byKey(table, key, ""),
    lock: (table, key) => byKey(table, key, lockText),
    async select(table, selection = {}) {
      const where = compilePredicate(table, asPredicate(selection.where), "t");
      const order = (selection.orderBy ?? []).map(([column, direction]) => `t.\`${column}\` ${direction}`).join(", ");
      const rows = await read(
        `SELECT * FROM \`${table}\` t WHERE ${where.text}` +
          (order === "" ? "" : ` ORDER BY ${order}`) +
          (selection.limit === undefined ? "" : ` LIMIT ${Math.trunc(selection.limit)}`),
        where.values,
      );
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
