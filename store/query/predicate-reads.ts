import type { Predicate } from "#domain/predicate.ts";

import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import type { TableName, ViewName } from "../tables.ts";
import { compilePredicate } from "./predicate-sql.ts";

/** Answers many conditions on one table together. */
export interface PredicateReads {
  /** How many rows satisfy each of the conditions, in their order; one statement for every 100 of them. */
  countEach(table: TableName | ViewName, conditions: readonly Predicate[]): Promise<number[]>;
  /** The keys of the first rows that satisfy a condition, in their order. */
  firstKeys(table: TableName | ViewName, condition: Predicate, max: number): Promise<string[]>;
}

/** Conditions of one statement: SQLite takes at most 500 parts. */
const conditionsMax = 100;

/** Makes these reads of a database. */
export function createPredicateReads(database: Pick<Database, "read">): PredicateReads {
  async function countSome(table: TableName | ViewName, conditions: readonly Predicate[]): Promise<number[]> {
    const parts = conditions.map((condition) => compilePredicate(table, condition, "t"));
    const counts = parts.map(
      ({ text }, index) => `SELECT ${index} AS \`place\`, COUNT(*) AS \`n\` FROM \`${table}\` t WHERE ${text}`,
    );
    const rows = await database.read(
      counts.join(" UNION ALL "),
      parts.flatMap(({ values }) => values),
    );
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
    async firstKeys(table, condition, max) {
      const { text, values } = compilePredicate(table, condition, "t");
      const key = `\`${primaryKeyOf(table)}\``;
      const rows = await database.read(
        `SELECT t.${key} AS \`key\` FROM \`${table}\` t WHERE ${text} ORDER BY t.${key} LIMIT ${Math.trunc(max)}`,
        values,
      );
      return rows.map((row) => String(row["key"]));
    },
  };
}
