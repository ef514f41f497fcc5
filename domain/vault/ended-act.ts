/** An order of a run for an account that has ended. */
export interface EndedAct {
  readonly act: "set" | "verify" | "tell" | "test" | "restore";
  /** The dependant that it was about; null = the account itself. */
  readonly dependantKey: string | null;
  readonly entryKey: string | null;
  readonly result: "S" | "F" | "X" | null;
  readonly errorCode: string | null;
  /** The number of the password that was made for the account in the run. */
  readonly candidates: number;
  readonly endedAt: number;
}
