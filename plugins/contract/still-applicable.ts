import type { PluginOperation, PluginRequest } from "./request.ts";

/** A failed operation that is about to be retried. */
export interface StillApplicableRequest {
  readonly request: PluginRequest;
  readonly operation: PluginOperation;
  /** Number of attempts so far. */
  readonly tries: number;
}

/** Verdict on whether the operation still has something to do. */
export interface StillApplicablePatch {
  /** False = the operation ends as no longer applicable. */
  readonly applicable: boolean;
  /** Reason why it is not applicable; required if `applicable` is false. */
  readonly reason?: string | undefined;
}
