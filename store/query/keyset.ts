import { mark, plain, sql, type Sql } from "./sql.ts";

/** A clause of an order with the value where the page before ended. */
export interface KeysetClause {
  readonly value: Sql;
  readonly nullable: boolean;
  readonly descending: boolean;
  /** The slot of the value; null where the value is null. */
  readonly slot: number | null;
}

/**
 * The rows that follow after a position: `a >= ? AND (a > ? OR (a = ? AND …))`, a form for which every database uses an
 * index. Null comes first ascending and last descending.
 */
export function afterPosition(clauses: readonly KeysetClause[]): Sql {
  const [clause, ...rest] = clauses;
  if (clause === undefined) return plain("1 = 0");
  const beyond = beyondValue(clause);
  if (rest.length === 0) return beyond ?? plain("1 = 0");
  const same = clause.slot === null ? sql`${clause.value} IS NULL` : sql`${clause.value} = ${mark(clause.slot)}`;
  const tied = sql`(${same} AND ${afterPosition(rest)})`;
  if (beyond === null) return tied;
  const either = sql`(${beyond} OR ${tied})`;
  const from = fromValue(clause);
  return from === null ? either : sql`(${from} AND ${either})`;
}

function beyondValue({ value, nullable, descending, slot }: KeysetClause): Sql | null {
  if (slot === null) return descending ? null : sql`${value} IS NOT NULL`;
  if (!descending) return sql`${value} > ${mark(slot)}`;
  return nullable ? sql`(${value} < ${mark(slot)} OR ${value} IS NULL)` : sql`${value} < ${mark(slot)}`;
}

function fromValue({ value, nullable, descending, slot }: KeysetClause): Sql | null {
  if (slot === null) return null;
  if (!descending) return sql`${value} >= ${mark(slot)}`;
  return nullable ? null : sql`${value} <= ${mark(slot)}`;
}
