/** Results of a comparison of two nodes. */
export const comparisonStates = ["equal", "different", "waiting", "failed"] as const;

/** Comparison that has not ended. */
export interface RunningComparison {
  readonly startedAt: number;
  /** Table that is compared, and the key up to which it is. */
  readonly table: string;
  readonly after: string;
  readonly rows: number;
  readonly differences: number;
  /** Rows that could not be compared, because changes kept coming. */
  readonly undecided: number;
  /** Rows here whose parent is missing. */
  readonly orphans: number;
}

/** Result of a comparison. */
export interface ComparisonResult {
  readonly state: (typeof comparisonStates)[number];
  readonly at: number;
  readonly rows: number;
  readonly differences: number;
  readonly undecided: number;
  /** Rows here whose parent is missing. */
  readonly orphans: number;
  /** Reason why it has failed or waits; null for none. */
  readonly reason: string | null;
}

/** Comparison with a node, as its link keeps it. */
export interface NodeComparison {
  readonly running: RunningComparison | null;
  readonly last: ComparisonResult | null;
}
