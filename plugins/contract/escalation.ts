import type { PluginRequest, PluginUser } from "./request.ts";

/** Somebody who has not decided in time. */
export interface EscalationRequest {
  readonly request: PluginRequest;
  /** The number of the open phase. */
  readonly phase: number;
  readonly authorizer: PluginUser;
  /** Since when the decision is waited for, such as `2030-01-31T12:00:00Z`. */
  readonly waitingSince: string;
}

/** Who is asked instead. */
export interface EscalationPatch {
  /** Keys of people, each once, and not the one who has not decided; empty = nobody. */
  readonly to: readonly string[];
}
