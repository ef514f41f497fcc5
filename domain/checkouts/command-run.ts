import { isOutcomeUnknown } from "../requests/retry-schedule.ts";

/** Source of the orders that run a listed command with a checked-out password: the prefix of their keys. */
export const commandRunSource = "command";

/** Workflow that brings such an order to the proxy of the target. */
export const commandRunWorkflow = "commandRun";

/** Progress of the order for a command. */
export interface CommandRunState {
  /** Number of times that it was handed to a proxy. */
  readonly sends: number;
  /** Code of the proxy for an order without a result; null if it has reported none. */
  readonly errorCode: string | null;
}

/** Returns true if a command without an answer may have been run, or may still be running. */
export function mayHaveRun({ sends, errorCode }: CommandRunState): boolean {
  return sends > 0 && (errorCode === null || isOutcomeUnknown(errorCode));
}
