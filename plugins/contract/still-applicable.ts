import type { PluginOperation, PluginRequest } from "./request.ts";

/** An operation that has failed and is about to be tried again. */
export interface StillApplicableRequest {
  readonly request: PluginRequest;
  readonly operation: PluginOperation;
  /** How often it has been tried. */
  readonly tries: number;
}

/** Whether there is still something to do. */
export interface StillApplicablePatch {
  /** False = it ends as no longer applicable. */
  readonly applicable: boolean;
  /** Why not; needed where it is not. */
  readonly reason?: string | undefined;
}
