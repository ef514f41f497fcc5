/** Rows of an analysis with one operation code. */
export interface CountedRows {
  readonly operation: string;
  readonly rows: number;
  /** Number of different people in them. */
  readonly people: number;
}

/** Result of an analysis in short. */
export interface AnalysisSummary {
  readonly operations: readonly CountedRows[];
  /** Number of simulated requests; null for other kinds. */
  readonly looked: number | null;
  /** Number of requests that could not be simulated, because their ledger is incomplete; null for other kinds. */
  readonly untold: number | null;
  /** Number of suggested roles; null for other kinds. */
  readonly suggestions: number | null;
  /** Number of grants that were looked at; null for other kinds. */
  readonly grants: number | null;
  /** Number of different sets of access that people have; null for other kinds. */
  readonly patterns: number | null;
  /** True if no other roles would replace more grants; false if the search was cut short; null for other kinds. */
  readonly isExact: boolean | null;
}

/** Summary of an analysis of which nothing is known yet. */
export const emptySummary: AnalysisSummary = {
  operations: [],
  looked: null,
  untold: null,
  suggestions: null,
  grants: null,
  patterns: null,
  isExact: null,
};
