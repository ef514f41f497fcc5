/** Result of one transaction of a step of leaving. */
export interface StepProgress {
  /** Number of objects that were handled. */
  readonly items: number;
  /** True if there may be more objects, so that the step must be continued. */
  readonly more: boolean;
  /** Time at which the step is continued if there is more; at once by default. */
  readonly againAtMs?: number;
}

/** Replacements named by plug-ins, by the keys of the rows for which they were asked. */
export type NamedReplacements = ReadonlyMap<string, readonly string[]>;

/** Step of what happens when a person leaves. */
export interface LeaverStep<Context> {
  /** Asks plug-ins before the transaction. */
  prepare?(context: Context, userKey: string): Promise<NamedReplacements>;
  /**
   * Handles some of its objects of a person in the current transaction. It acts on what the rows say now, so it can be repeated. If it
   * fails, it is tried again until it is done.
   */
  handle(context: Context, userKey: string, named: NamedReplacements): Promise<StepProgress>;
  /** Gives up what the step waits for, in the transaction in which the person has returned before it was done. */
  stopped?(context: Context, userKey: string): Promise<void>;
}
