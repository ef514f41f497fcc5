import { activityInfo } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";

/**
 * Makes sure that an activity runs as a local one, in the worker of the workflow that has asked for it: whoever else reaches
 * the engine can put activities with arguments of his own on a queue, but no local ones.
 * @throws ApplicationFailure when it was taken from a queue
 */
export function requireLocal(): void {
  if (!activityInfo().isLocal) throw ApplicationFailure.nonRetryable("FORBIDDEN", "FORBIDDEN");
}
