/** A plug-in that could not be used at its last call, in a form that everyone may see: none of its own words. */
export interface FailedPlugin {
  /** Name of its file. */
  readonly plugin: string;
  readonly kind: string;
  /** Reason in a sentence. */
  readonly message: string;
}
