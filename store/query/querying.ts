import type { BoundQuery, Expression, QueryResult, Scalar } from "#domain/query/bound-query.ts";

/** The row policies of a caller as conditions, by their names; a policy that is not named shows no row. */
export type VisibleRows = ReadonlyMap<string, Expression>;

/** Answers bound queries under the caller's row policies. */
export interface Querying {
  /**
   * The page of rows that a query asks for, with what is expanded. Beside the columns that were asked for, the values of
   * a row may hold what the read itself needed. Long reads of different owners take turns.
   * @throws NOT_SUPPORTED, QUERY_OPTION_INVALID, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  query(bound: BoundQuery, visible: VisibleRows, parameters?: readonly Scalar[], owner?: string): Promise<QueryResult>;
  /**
   * How many rows match a query, regardless of page and order.
   * @throws NOT_SUPPORTED, QUERY_OPTION_INVALID, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  countOf(bound: BoundQuery, visible: VisibleRows, parameters?: readonly Scalar[], owner?: string): Promise<number>;
}
