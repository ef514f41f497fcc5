import type { Expression } from "#domain/query/bound-query.ts";

import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import { boundValues, joinSql, name, raw, sql } from "../sql/sql.ts";
import type { TableName, ViewName } from "../tables.ts";
import { chosenRows } from "./chosen-rows.ts";

/** Reads that answer many conditions on one table together. */
export interface ConditionReads {
  /** Counts the rows that satisfy each of the conditions, in their order; one statement for every 100 of them. */
  countEach(table: TableName | ViewName, conditions: readonly Expression[]): Promise<number[]>;
  /** Counts the rows that satisfy a condition, by the values of one column. */
  countBy(table: TableName | ViewName, column: string, condition: Expression): Promise<ReadonlyMap<string, number>>;
  /** Returns the keys of the first rows that satisfy a condition, in their order. */
  firstKeys(table: TableName | ViewName, condition: Expression, max: number): Promise<string[]>;
}

/** Most conditions of one statement: SQLite takes at most 500 parts. */
const conditionsMax = 100;

/** Makes these reads of a database. */
export function createConditionReads({ dialect, read }: Pick<Database, "dialect" | "read">): ConditionReads {
  async function countSome(table: TableName | ViewName, conditions: readonly Expression[]): Promise<number[]> {
    const counts = conditions.map((condition, place) => {
      const { from } = chosenRows(dialect, table, condition);
      return sql`SELECT ${raw(String(place))} AS ${name("place")}, COUNT(*) AS ${name("n")} ${from}`;
    });
    const all = joinSql(counts, " UNION ALL ");
    const rows = await read(all.text, boundValues(all, []));
    const found = new Map(rows.map((row) => [Number(row["place"]), Number(row["n"])]));
    return conditions.map((_, index) => found.get(index) ?? 0);
  }

  return {
    async countEach(table, conditions) {
      const counts: number[] = [];
      for (let from = 0; from < conditions.length; from += conditionsMax) {
        counts.push(...(await countSome(table, conditions.slice(from, from + conditionsMax))));
      }
      return counts;
    },
    async countBy(table, column, condition) {
      const { from, alias } = chosenRows(dialect, table, condition);
      const value = name(column, alias);
      const counts = sql`SELECT ${value} AS ${name("value")}, COUNT(*) AS ${name("n")} ${from} GROUP BY ${value}`;
      const rows = await read(counts.text, boundValues(counts, []));
      return new Map(rows.map((row) => [String(row["value"]), Number(row["n"])]));
    },
    async firstKeys(table, condition, max) {
      const { from, alias } = chosenRows(dialect, table, condition);
      const key = name(primaryKeyOf(table), alias);
      const first = sql`SELECT ${key} AS ${name("key")} ${from} ORDER BY ${key} LIMIT ${raw(String(Math.trunc(max)))}`;
      const rows = await read(first.text, boundValues(first, []));
      return rows.map((row) => String(row["key"]));
    },
  };
}
