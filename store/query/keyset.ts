import { raw, sql, type Sql, type SqlValue } from "../sql/sql.ts";

/** A clause of an order with the value at which the previous page ended. */
export interface KeysetClause {
  readonly value: Sql;
  readonly nullable: boolean;
  readonly descending: boolean;
  /** Value at which the previous page ended. */
  readonly end: SqlValue;
}

/**
 * Returns the condition for the rows after a position: `a >= ? AND (a > ? OR (a = ? AND …))`, a form for which every database uses an
 * index. Null comes first ascending and last descending.
 */
export function afterPosition(clauses: readonly KeysetClause[]): Sql {
  const [clause, ...rest] = clauses;
  if (clause === undefined) return raw("1 = 0");
  const beyond = beyondValue(clause);
  if (rest.length === 0) return beyond ?? raw("1 = 0");
  const { value, end } = clause;
  const same = end === null ? sql`${value} IS NULL` : sql`${value} = ${end}`;
  const tied = sql`(${same} AND ${afterPosition(rest)})`;
  if (beyond === null) return tied;
  const either = sql`(${beyond} OR ${tied})`;
  const from = fromValue(clause);
  return from === null ? either : sql`(${from} AND ${either})`;
}

function beyondValue({ value, nullable, descending, end }: KeysetClause): Sql | null {
  if (end === null) return descending ? null : sql`${value} IS NOT NULL`;
  if (!descending) return sql`${value} > ${end}`;
  return nullable ? sql`(${value} < ${end} OR ${value} IS NULL)` : sql`${value} < ${end}`;
}

function fromValue({ value, nullable, descending, end }: KeysetClause): Sql | null {
  if (end === null) return null;
  if (!descending) return sql`${value} >= ${end}`;
  return nullable ? null : sql`${value} <= ${end}`;
}
