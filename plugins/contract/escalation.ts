import type { PluginRequest, PluginUser } from "./request.ts";

/** An approver who has not decided in time. */
export interface EscalationRequest {
  readonly request: PluginRequest;
  /** Number of the open phase. */
  readonly phase: number;
  readonly authorizer: PluginUser;
  /** Time when the wait for the decision began, such as `2030-01-31T12:00:00Z`. */
  readonly waitingSince: string;
}

/** Approvers who are asked in place of the one who has not decided. */
export interface EscalationPatch {
  /** Keys of users, each once, without the key of `authorizer`; empty = nobody. */
  readonly to: readonly string[];
}
