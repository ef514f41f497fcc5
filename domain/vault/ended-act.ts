/** Ended order of a run for an account. */
export interface EndedAct {
  readonly act: "set" | "verify" | "tell" | "test" | "restore";
  /** Key of the dependant that it was about; null for the account itself. */
  readonly dependantKey: string | null;
  readonly entryKey: string | null;
  readonly result: "S" | "F" | "X" | null;
  readonly errorCode: string | null;
  /** Number of passwords that the run has made for the account up to this order; 0 if the order made none. */
  readonly candidates: number;
  readonly endedAt: number;
}
