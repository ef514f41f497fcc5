/** A plug-in that could not be used when it was last asked, as anybody may see it: nothing of its own words. */
export interface FailedPlugin {
  /** The name of its file. */
  readonly plugin: string;
  readonly kind: string;
  /** Why, in a sentence. */
  readonly message: string;
}
