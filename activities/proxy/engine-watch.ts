import { setTimeout as sleep } from "node:timers/promises";

import type { NativeConnection } from "@temporalio/worker";

/** Connection and callback of a watch. */
export interface EngineWatchOptions {
  /** Connection by which the worker itself polls. */
  readonly connection: Pick<NativeConnection, "withDeadline" | "workflowService">;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly pauseMs: number;
  /** Receives the result of each check; the first one comes immediately. */
  onLook(reached: boolean): void;
}

const callMs = 5_000;
const activityQueue = 2;
// Codes of gRPC without an answer of the engine: cancelled, deadline exceeded, unavailable. Every other one is the engine's own.
const fromNowhere: ReadonlySet<unknown> = new Set([1, 4, 14]);

/** Checks repeatedly, on the worker's own connection, that the engine answers about its queue, until the signal fires. */
export async function watchEngine(options: EngineWatchOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    options.onLook(await reaches(options));
    await sleep(options.pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

async function reaches({ connection, namespace, taskQueue: name }: EngineWatchOptions): Promise<boolean> {
  try {
    await connection.withDeadline(Date.now() + callMs, () =>
      connection.workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType: activityQueue }),
    );
    return true;
  } catch (error) {
    return typeof error === "object" && error !== null && "code" in error && !fromNowhere.has(error.code);
  }
}
