import { ActivityFailure, ApplicationFailure, TimeoutFailure } from "@temporalio/workflow";

/** Returns the cause of a failed activity; undefined if the error is not of an activity. */
export function causeOf(error: unknown): Error | undefined {
  return error instanceof ActivityFailure ? error.cause : undefined;
}

/** Returns the code of an activity's failure. */
export function failureCode(error: unknown): string {
  const cause = causeOf(error);
  if (cause instanceof ApplicationFailure) return cause.type ?? "internal";
  if (cause instanceof TimeoutFailure) return cause.timeoutType === "SCHEDULE_TO_START" ? "unreachable" : "timeout";
  return "internal";
}
