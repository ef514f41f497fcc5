import type { PluginRequest, PluginUser } from "./request.ts";

/** An approver who has not decided, or an implementer who has not closed a task, in time. */
export interface EscalationRequest {
  readonly request: PluginRequest;
  /** Number of the open phase; null if a task waits. */
  readonly phase: number | null;
  /** Number of the operation whose task waits; null if a phase waits. */
  readonly operation: number | null;
  readonly authorizer: PluginUser;
  /** Time when the wait began, such as `2030-01-31T12:00:00Z`. */
  readonly waitingSince: string;
}

/** People who are asked in place of the one who has not answered. */
export interface EscalationPatch {
  /** Keys of users, each once, without the key of `authorizer`; empty = nobody. */
  readonly to: readonly string[];
}
