import { isOutcomeUnknown } from "../requests/retry-schedule.ts";

/** The source of the orders by which a listed command is run with a password that is checked out: the prefix of their keys. */
export const commandRunSource = "command";

/** The workflow that brings such an order to the proxy of the target. */
export const commandRunWorkflow = "commandRun";

/** How far the order for a command has come. */
export interface CommandRunState {
  /** How often it was handed to a proxy. */
  readonly sends: number;
  /** Why its proxy has no answer of it; null = it has not told. */
  readonly errorCode: string | null;
}

/** Whether a command of which there is no answer may have been run, or may still be running. */
export function mayHaveRun({ sends, errorCode }: CommandRunState): boolean {
  return sends > 0 && (errorCode === null || isOutcomeUnknown(errorCode));
}
