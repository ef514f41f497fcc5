import { ApplicationFailure, Context } from "@temporalio/activity";

import { heartbeatIntervalMs } from "#domain/limits.ts";

import { ProxyCallError } from "./signed-calls.ts";

/** Signal and heartbeat of a running activity. */
export interface ActivityWaiter {
  /** Signal that fires when the activity is cancelled or the process stops. */
  readonly signal: AbortSignal;
  /** Sets the detail of the next heartbeats. */
  heartbeat(detail: object): void;
}

/** Effect of a refusal by the API on an activity: it is retried, maybe by another proxy, or never. */
export type RefusalIs = "retryable" | "nonRetryable";

/** Runs an activity of a proxy with heartbeats; any error becomes a failure that the engine may keep. */
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
