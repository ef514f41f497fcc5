import type { Expression } from "#domain/query/bound-query.ts";
import { always, isExpression, matching } from "#domain/query/condition.ts";

import { translateDatabaseError } from "./database-errors.ts";
import type { Database } from "./database.ts";
import { chosenRows } from "./query/chosen-rows.ts";
import { decodeRow, primaryKeyOf } from "./rows.ts";
import { boundValues, joinSql, name, raw, sql, type Sql } from "./sql/sql.ts";
import type { Row, TableName } from "./tables.ts";

/** Which rows, in which order, and how many at most. */
export interface Selection<T extends TableName> {
  readonly where?: Expression | Partial<Row<T>>;
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
  const { dialect } = database;
  const read: Database["read"] = (text, values) =>
    database.read(text, values).catch((error: unknown) => {
      throw translateDatabaseError(error);
    });
  const run = (statement: Sql) => read(statement.text, boundValues(statement, []));

  async function byKey<T extends TableName>(table: T, key: string, suffix: string): Promise<Row<T> | undefined> {
    const [row] = await read(`SELECT * FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?${suffix}`, [key]);
    return row && decodeRow(table, row);
  }

  return {
    get: (table, key) => byKey(table, key, ""),
    lock: (table, key) => byKey(table, key, dialect.forUpdate),
    async select(table, { where, orderBy = [], limit } = {}) {
      const { from, alias } = chosenRows(dialect, table, asCondition(where));
      const order = orderBy.map(([column, direction]) => sql`${name(column, alias)} ${raw(direction)}`);
      const rows = await run(
        sql`SELECT ${raw(alias)}.* ${from}${orderBy.length === 0 ? nothing : sql` ORDER BY ${joinSql(order, ", ")}`}${
          limit === undefined ? nothing : raw(` LIMIT ${Math.trunc(limit)}`)
        }`,
      );
      return rows.map((row) => decodeRow(table, row));
    },
    async count(table, where) {
      const { from } = chosenRows(dialect, table, asCondition(where));
      const [row] = await run(sql`SELECT COUNT(*) AS ${name("n")} ${from}`);
      return Number(row?.["n"] ?? 0);
    },
  };
}

const nothing = raw("");

/** No column is named `kind`, so an object with a known one is a condition and any other one is an example row. */
function asCondition(where: Expression | Readonly<Record<string, unknown>> | undefined): Expression {
  if (where === undefined) return always;
  return isExpression(where) ? where : matching(where);
}
