import type { PluginOperation, PluginRequest } from "./request.ts";

/** An operation that is about to be sent to its target system, for the first time or again. */
export interface StillApplicableRequest {
  readonly request: PluginRequest;
  readonly operation: PluginOperation;
  /** Number of times that it was sent so far; 0 before the first. */
  readonly tries: number;
}

/** Verdict on whether the operation still has something to do. */
export interface StillApplicablePatch {
  /** False = the operation ends as no longer applicable. */
  readonly applicable: boolean;
  /** Reason why it is not applicable; required if `applicable` is false. */
  readonly reason?: string | undefined;
}
