import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowIdReusePolicy,
} from "@temporalio/client";

import { outboxSweepMs } from "#domain/limits.ts";

import type { Logger } from "../logs/log.ts";
import { reached } from "../reached.ts";

/** A workflow to start or wake. */
export interface WorkflowWake {
  readonly workflowType: string;
  readonly workflowId: string;
  /** First input of a workflow that this starts; a running one only gets the wake. */
  readonly first?: object;
}

/** Part of an outbox that the dispatch needs. */
export interface DispatchedOutbox {
  lease(
    max: number,
    options: { readonly forgotten: boolean },
  ): Promise<readonly (WorkflowWake & { readonly position: number })[]>;
  sent(positions: readonly number[]): Promise<void>;
  failed(positions: readonly number[], error: string): Promise<void>;
}

/** Dispatch of the entries of an outbox to the engine. */
export interface OutboxDispatch {
  /** Notifies the dispatch of possible work; returns at once and never throws. */
  nudge(): void;
  /** Takes no more entries and waits for those in progress. */
  stop(): Promise<void>;
}

/** Dependencies of a dispatch. */
export interface OutboxDispatchOptions {
  readonly outbox: DispatchedOutbox;
  readonly client: Client;
  readonly log: Logger;
  /** True = checks each second for entries that other processes left behind; the hub does. */
  readonly sweep?: boolean;
}

/** Queue on which the hub takes workflows and its own activities. */
export const hubTaskQueue = "hub";

const parallelMax = 20;
const callMs = 5000;
const pauseMsMin = 250;
const pauseMsMax = 5000;
const sentFlushMs = 500;
const soundMs = 1000;
const invalidArgument = 3;

/**
 * Starts a workflow with a wake, or wakes the one that runs. A closed one is left alone, unless `reuse` says otherwise.
 * @throws the client's error when the engine does not answer
 */
export async function wakeWorkflow(
  client: Client,
  { workflowType, workflowId, first }: WorkflowWake,
  reuse: WorkflowIdReusePolicy = "REJECT_DUPLICATE",
): Promise<void> {
  try {
    await client.withDeadline(Date.now() + callMs, () =>
      client.workflow.signalWithStart(workflowType, {
        workflowId,
        args: first === undefined ? [workflowId] : [workflowId, first],
        taskQueue: hubTaskQueue,
        signal: "wake",
        workflowIdReusePolicy: reuse,
        workflowTaskTimeout: "3 seconds",
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

interface Bringing extends Pick<OutboxDispatchOptions, "outbox" | "client" | "log"> {
  readonly away: ReturnType<typeof createPause>;
  readonly marks: ReturnType<typeof createSentMarks>;
}

async function bring(
  { outbox, client, log, away, marks }: Bringing,
  wake: WorkflowWake,
  positions: readonly number[],
): Promise<void> {
  const begunMs = performance.now();
  try {
    await wakeWorkflow(client, wake);
    // The first wake starts it; it must learn of the other events too.
    if (wake.first && positions.length > 1)
      await wakeWorkflow(client, { workflowType: wake.workflowType, workflowId: wake.workflowId });
    reached("outbox", "dispatched");
    away.over();
    marks.add(positions);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isGrpcServiceError(error) && error.code === invalidArgument)
      log.error({ ...wake, reason }, "The engine refuses a wake.");
    else away.begin(reason, begunMs);
    await outbox.failed(positions, reason).catch(() => undefined);
  }
}

/** Makes the dispatch of a process. While the engine is away it waits with growing pauses and logs that once. */
export function createOutboxDispatch({ outbox, client, log, sweep = false }: OutboxDispatchOptions): OutboxDispatch {
  const underWay = new Set<Promise<void>>();
  const away = createPause(log, sweepNow);
  const marks = createSentMarks(outbox, log);
  let pumping = false;
  let asked = false;
  // This process knows what it has just committed; only entries that others have left behind must be looked for.
  let sweepDue = true;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function takeAndBring(): Promise<boolean> {
    const free = parallelMax - underWay.size;
    if (free <= 0 || stopped || away.lasts()) return false;
    const forgotten = sweepDue;
    sweepDue = false;
    const rows = await outbox.lease(free, { forgotten });
    sweepDue ||= forgotten && rows.length === free;
    for (const [workflowId, same] of Map.groupBy(rows, (row) => row.workflowId)) {
      const positions = same.map((row) => row.position);
      const { workflowType = "" } = same[0] ?? {};
      const first = same.find((row) => row.first !== undefined)?.first;
      const wake = { workflowType, workflowId, ...(first && { first }) };
      const task = bring({ outbox, client, log, away, marks }, wake, positions).finally(() => {
        underWay.delete(task);
        // A full lease, or all places in use, may have left something behind.
        if (rows.length === free || underWay.size === parallelMax - 1) nudge();
      });
      underWay.add(task);
    }
    return rows.length === free;
  }

  async function pump(): Promise<void> {
    pumping = true;
    try {
      do {
        asked = false;
        while (await takeAndBring());
      } while (asked);
    } catch (error) {
      log.warn({ err: error }, "The outbox could not be read; it is tried again.");
      clearTimeout(retry);
      retry = setTimeout(sweepNow, pauseMsMin);
    } finally {
      pumping = false;
    }
  }

  function nudge(): void {
    if (stopped) return;
    asked = true;
    if (!pumping) void pump();
  }

  function sweepNow(): void {
    sweepDue = true;
    nudge();
  }

  const sweeper = sweep ? setInterval(sweepNow, outboxSweepMs) : undefined;
  return {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(sweeper);
      clearTimeout(retry);
      away.stop();
      while (underWay.size > 0) await Promise.allSettled(underWay);
      await marks.flush();
    },
  };
}

// Pause during which the engine is left alone; its beginning and its end are logged once each. An engine that starts answers some calls and
// refuses others for a moment, so it counts as back when nothing fails for a second.
function createPause(log: Logger, onEnd: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  let pauseMs = 0;
  let overMs = 0;
  function end(): void {
    timer = undefined;
    onEnd();
  }
  function settle(): void {
    settling = undefined;
    pauseMs = 0;
    log.info("Temporal answers again.");
  }
  return {
    lasts: () => timer !== undefined,
    begin(reason: string, begunMs: number) {
      // A call from before the engine's return that fails after it belongs to the past outage.
      if (begunMs < overMs) return;
      clearTimeout(settling);
      settling = undefined;
      if (pauseMs === 0)
        log.warn({ reason }, "Temporal does not answer; starts and wakes are kept and sent when it is back.");
      // Calls that fail together count as one failure.
      if (timer) return;
      pauseMs = Math.min(Math.max(pauseMsMin, pauseMs * 2), pauseMsMax);
      timer = setTimeout(end, pauseMs);
    },
    over() {
      overMs = performance.now();
      if (pauseMs > 0) settling ??= setTimeout(settle, soundMs);
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(settling);
    },
  };
}

// Marks are written together: one lost in a crash costs a second wake, which is harmless, and each write costs a commit.
function createSentMarks(outbox: DispatchedOutbox, log: Logger) {
  let positions: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const now = positions;
    positions = [];
    if (now.length === 0) return;
    await outbox
      .sent(now)
      .catch((error: unknown) =>
        log.warn({ err: error }, "Dispatched wakes could not be marked; they are sent again."),
      );
  }
  return {
    add(sent: readonly number[]) {
      positions.push(...sent);
      timer ??= setTimeout(() => void flush(), sentFlushMs);
    },
    flush,
  };
}
