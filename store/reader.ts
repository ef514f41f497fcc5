import type { Expression } from "#domain/query/bound-query.ts";
import { always, isExpression, isNever, matching } from "#domain/query/condition.ts";

import { throwTranslated } from "./database-errors.ts";
import type { Database } from "./database.ts";
import { lockRows } from "./lock-rows.ts";
import { lockedRows } from "./locked-rows.ts";
import { chosenRows } from "./query/chosen-rows.ts";
import { decodeColumns, decodeRow, primaryKeyOf } from "./rows.ts";
import { boundValues, joinSql, name, raw, sql, type Sql, type SqlRow } from "./sql/sql.ts";
import { isTable, type Row, type TableName, type ViewName } from "./tables.ts";

/** Condition, order and limit of the rows to read. */
export interface Selection<T extends TableName | ViewName> {
  readonly where?: Expression | Partial<Row<T>>;
  readonly orderBy?: readonly (readonly [keyof Row<T> & string, "asc" | "desc"])[];
  readonly limit?: number;
  /** True if the rows are locked until the current transaction ends, as by `lock`; rows of a view are not. */
  readonly forUpdate?: boolean;
}

/**
 * Reader of rows by key, by condition and in order.
 * @throws DATABASE_BUSY, DATABASE_UNAVAILABLE
 */
export interface Reader {
  get<T extends TableName>(table: T, key: string): Promise<Row<T> | undefined>;
  /** Returns some columns of a row, if the others are long and not needed. */
  pick<T extends TableName, C extends keyof Row<T> & string>(
    table: T,
    key: string,
    columns: readonly C[],
  ): Promise<Pick<Row<T>, C> | undefined>;
  lock<T extends TableName>(table: T, key: string): Promise<Row<T> | undefined>;
  /** Locks the rows with some keys as `lock` does, and returns them in the order of their keys: one statement for those that are not locked yet. */
  lockAll<T extends TableName>(table: T, keys: readonly string[]): Promise<Row<T>[]>;
  select<T extends TableName | ViewName>(table: T, selection?: Selection<T>): Promise<Row<T>[]>;
  /** Returns some columns of the rows that `select` returns. */
  selectColumns<T extends TableName | ViewName, C extends keyof Row<T> & string>(
    table: T,
    columns: readonly C[],
    selection: Omit<Selection<T>, "forUpdate">,
  ): Promise<Pick<Row<T>, C>[]>;
  count<T extends TableName | ViewName>(table: T, where?: Selection<T>["where"]): Promise<number>;
  /** Returns a page of the texts of a unique column, in their order, after one of them. */
  values<T extends TableName>(
    table: T,
    column: keyof Row<T> & string,
    page: { readonly after: string; readonly max: number },
  ): Promise<readonly string[]>;
}

/** Makes the reader of a database. */
export function createReader(database: Pick<Database, "dialect" | "read">): Reader {
  const { dialect } = database;
  const run = (statement: Sql, lock = "") =>
    database.read(statement.text + lock, boundValues(statement, [])).catch(throwTranslated);

  /** Reads and locks rows; a locked row is remembered, so that it is not read again. */
  async function locked(table: TableName, statement: Sql): Promise<SqlRow[]> {
    const rows = await run(statement, dialect.forUpdate);
    for (const row of rows) lockedRows.put(table, row[primaryKeyOf(table)] as string, row);
    return rows;
  }

  const byKey = (table: TableName, key: string) =>
    sql`SELECT * FROM ${name(table)} WHERE ${name(primaryKeyOf(table))} = ${key}`;

  return {
    async get(table, key) {
      const row = lockedRows.get(table, key) ?? (await run(byKey(table, key)))[0];
      return row && decodeRow(table, row);
    },
    async pick(table, key, columns) {
      const chosen = joinSql(
        columns.map((column) => name(column)),
        ", ",
      );
      const where = sql`WHERE ${name(primaryKeyOf(table))} = ${key}`;
      const row = lockedRows.get(table, key) ?? (await run(sql`SELECT ${chosen} FROM ${name(table)} ${where}`))[0];
      return row && decodeColumns(table, columns, row);
    },
    async lock(table, key) {
      const row = lockedRows.get(table, key) ?? (await locked(table, byKey(table, key)))[0];
      return row && decodeRow(table, row);
    },
    async lockAll(table, keys) {
      const rows = await lockRows(database, table, keys).catch(throwTranslated);
      const inOrder = keys.toSorted().map((key) => rows.get(key));
      return inOrder.filter((row) => row !== undefined).map((row) => decodeRow(table, row));
    },
    async select(table, { forUpdate = false, ...selection } = {}) {
      const statement = selecting(dialect, table, selection);
      if (statement === undefined) return [];
      const rows = await (forUpdate && isTable(table) ? locked(table, statement) : run(statement));
      return rows.map((row) => decodeRow(table, row));
    },
    async selectColumns(table, columns, selection) {
      const statement = selecting(dialect, table, { ...selection, columns });
      const rows = statement === undefined ? [] : await run(statement);
      return rows.map((row) => decodeColumns(table, columns, row));
    },
    async count(table, where) {
      const { from } = chosenRows(dialect, table, asCondition(where));
      const [row] = await run(sql`SELECT COUNT(*) AS ${name("n")} ${from}`);
      return Number(row?.["n"] ?? 0);
    },
    async values(table, column, { after, max }) {
      const at = name(column);
      const rows = await run(
        sql`SELECT ${at} FROM ${name(table)} WHERE ${at} > ${after} ORDER BY ${at}${raw(` LIMIT ${Math.trunc(max)}`)}`,
      );
      return rows.map((row) => row[column] as string);
    },
  };
}

interface Selecting<T extends TableName | ViewName> extends Selection<T> {
  /** Columns to read; absent for all. */
  readonly columns?: readonly string[];
}

/** Returns the statement of a selection; undefined if it selects nothing, such as by a list without keys. */
function selecting<T extends TableName | ViewName>(
  dialect: Database["dialect"],
  table: T,
  { where, orderBy = [], limit, columns }: Selecting<T>,
): Sql | undefined {
  const condition = asCondition(where);
  if (isNever(condition)) return undefined;
  const { from, alias } = chosenRows(dialect, table, condition);
  const order = orderBy.map(([column, direction]) => sql`${name(column, alias)} ${raw(direction)}`);
  const wanted = columns === undefined ? [raw(`${alias}.*`)] : columns.map((column) => name(column, alias));
  return sql`SELECT ${joinSql(wanted, ", ")} ${from}${
    orderBy.length === 0 ? nothing : sql` ORDER BY ${joinSql(order, ", ")}`
  }${limit === undefined ? nothing : raw(` LIMIT ${Math.trunc(limit)}`)}`;
}

const nothing = raw("");

/**
 * Returns the condition of a selection. No column is named `kind`, so an object with a known one is a condition and any other one is an
 * example row.
 */
function asCondition(where: Expression | Readonly<Record<string, unknown>> | undefined): Expression {
  if (where === undefined) return always;
  return isExpression(where) ? where : matching(where);
}
