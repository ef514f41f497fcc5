/** Cost of randomizing accounts. */
export interface RandomizeCost {
  readonly seconds: number;
  /** Processor time of the contender in milliseconds, without the directory. */
  readonly cpuMs: number;
  /** Current password of each account, as the contender knows it, by the name of the account. */
  readonly passwords: ReadonlyMap<string, string>;
}

/** A contender that sets random passwords on a directory and verifies them, with `ordersAtOnce` accounts at a time. */
export interface RandomizeContender {
  /** Gives each of its accounts a random password of its own, verified on the directory. */
  randomize(): Promise<RandomizeCost>;
  stop(): Promise<void>;
}
