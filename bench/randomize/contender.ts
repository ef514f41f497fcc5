/** What randomizing accounts has cost. */
export interface RandomizeCost {
  readonly seconds: number;
  /** Processor time of the contender, without the directory. */
  readonly cpuMs: number;
  /** The password that each account has now, as the contender knows it, by the names of the accounts. */
  readonly passwords: ReadonlyMap<string, string>;
}

/** One who sets random passwords on a directory and verifies them, with `ordersAtOnce` accounts under way at once. */
export interface RandomizeContender {
  /** Gives each of its accounts a random password of its own, verified on the directory. */
  randomize(): Promise<RandomizeCost>;
  stop(): Promise<void>;
}
