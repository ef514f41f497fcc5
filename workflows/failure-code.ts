import { ActivityFailure, ApplicationFailure, TimeoutFailure } from "@temporalio/workflow";

/** What an activity has failed of; undefined where it was no activity. */
export function causeOf(error: unknown): Error | undefined {
  return error instanceof ActivityFailure ? error.cause : undefined;
}

/** The code of what went wrong in an activity. */
export function failureCode(error: unknown): string {
  const cause = causeOf(error);
  if (cause instanceof ApplicationFailure) return cause.type ?? "internal";
  if (cause instanceof TimeoutFailure) return cause.timeoutType === "SCHEDULE_TO_START" ? "unreachable" : "timeout";
  return "internal";
}
