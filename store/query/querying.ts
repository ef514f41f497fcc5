import type { BoundQuery, Expression, QueryResult, Scalar } from "#domain/query/bound-query.ts";

/** Row policies of a caller as conditions, by their names; a policy that is not listed shows no row. */
export type VisibleRows = ReadonlyMap<string, Expression>;

/** Queries that are answered under the caller's row policies. */
export interface Querying {
  /**
   * Returns the page of rows for a query, with its expansions. Besides the requested columns, the values of a row may hold what the read
   * itself needed. Long reads of different owners take turns.
   * @throws NOT_SUPPORTED, QUERY_OPTION_INVALID, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  query(bound: BoundQuery, visible: VisibleRows, parameters?: readonly Scalar[], owner?: string): Promise<QueryResult>;
  /**
   * Counts the rows that match a query, regardless of page and order.
   * @throws NOT_SUPPORTED, QUERY_OPTION_INVALID, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  countOf(bound: BoundQuery, visible: VisibleRows, parameters?: readonly Scalar[], owner?: string): Promise<number>;
}
