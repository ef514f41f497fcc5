/** Rate of check-outs and check-ins. */
export interface PairRate {
  /** Number of pairs of a check-out and its check-in per second. */
  readonly perSecond: number;
  /** Processor time of one pair in milliseconds, without the client and the database server. */
  readonly cpuMs: number;
}

/** A contender that checks passwords out and in. */
export interface CheckoutContender {
  /** Checks passwords out and in for a time, over all connections at once. */
  run(milliseconds: number): Promise<PairRate>;
  stop(): Promise<void>;
}
