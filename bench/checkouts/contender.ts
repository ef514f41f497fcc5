/** How fast passwords were checked out and in. */
export interface PairRate {
  /** Pairs of a check-out and its return. */
  readonly perSecond: number;
  /** Processor time of one pair, without the client and the database server. */
  readonly cpuMs: number;
}

/** One who checks passwords out and in. */
export interface CheckoutContender {
  /** Does so for a time, over all connections at once. */
  run(milliseconds: number): Promise<PairRate>;
  stop(): Promise<void>;
}
