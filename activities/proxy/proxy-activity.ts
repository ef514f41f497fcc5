import { ApplicationFailure, Context } from "@temporalio/activity";

import { heartbeatIntervalMs } from "#domain/limits.ts";

import { ProxyCallError } from "./signed-calls.ts";

/** What an activity is told and tells while it runs. */
export interface ActivityWaiter {
  /** Fires when the activity is cancelled or the process stops. */
  readonly signal: AbortSignal;
  /** What the next heartbeats tell. */
  heartbeat(detail: object): void;
}

/** What becomes of an activity when the API refuses its calls: it is tried again, maybe by another proxy, or never. */
export type RefusalIs = "retryable" | "nonRetryable";

/** Runs an activity of a proxy with heartbeats; what it throws becomes a failure as the engine may keep it. */
export async function asProxyActivity<T>(
  refusalIs: RefusalIs,
  run: (waiter: ActivityWaiter) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const { cancellationSignal: signal } = context;
  let detail: object = {};
  const timer = setInterval(() => context.heartbeat(detail), heartbeatIntervalMs);
  try {
    return await run({ signal, heartbeat: (next) => (detail = next) });
  } catch (error) {
    // Histories are kept by the engine, so a failure carries a code and never the words of a target or of the API.
    if (error instanceof ApplicationFailure) throw error;
    if (signal.aborted) throw signal.reason;
    if (error instanceof ProxyCallError) throw ApplicationFailure[refusalIs](error.code, error.code);
    throw ApplicationFailure.retryable("internal", "internal");
  } finally {
    clearInterval(timer);
  }
}
