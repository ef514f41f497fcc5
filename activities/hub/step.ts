import { activityInfo, Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";

import { heartbeatIntervalMs } from "#domain/limits.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";

import { asFailure } from "../failures.ts";

/**
 * Refuses an activity that does not run as a local one, in the worker of the workflow that has called it. Anyone else who reaches the
 * engine can put activities with arguments of their own on a queue, but no local ones.
 * @throws ApplicationFailure when it was taken from a queue
 */
export function requireLocal(): void {
  if (!activityInfo().isLocal) throw ApplicationFailure.nonRetryable("FORBIDDEN", "FORBIDDEN");
}

/** Runs a step; an error is logged with fields and words, and reaches the engine as a code. */
export async function asStep<T>(
  { log }: ServiceContext,
  fields: object,
  words: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    log.error({ err: error, ...fields }, words);
    throw asFailure(error);
  }
}

/** Runs work with heartbeats, so that another process takes over soon if this one dies. */
export async function whileBeating<T>(run: () => Promise<T>): Promise<T> {
  const activity = Context.current();
  const timer = setInterval(() => activity.heartbeat(), heartbeatIntervalMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}
