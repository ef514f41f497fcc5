import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowIdReusePolicy,
} from "@temporalio/client";

import { outboxSweepMs } from "#domain/limits.ts";

import type { Logger } from "../logs/log.ts";
import { reached } from "../reached.ts";
import { EnginePause } from "./engine-pause.ts";
import { type MarkedOutbox, SentMarks } from "./sent-marks.ts";

/** A workflow to start or wake. */
export interface WorkflowWake {
  readonly workflowType: string;
  readonly workflowId: string;
  /** First input of a workflow that this starts; a running one only gets the wake. */
  readonly first?: object;
}

/** Part of an outbox that the dispatch needs. */
export interface DispatchedOutbox extends MarkedOutbox {
  lease(
    max: number,
    options: { readonly forgotten: boolean },
  ): Promise<readonly (WorkflowWake & { readonly position: number })[]>;
  failed(positions: readonly number[], error: string): Promise<void>;
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
const retryMs = 250;
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

/** Dispatch of the entries of an outbox to the engine, by one process. While the engine is away it waits with growing pauses and logs that once. */
export class OutboxDispatch {
  readonly #outbox: DispatchedOutbox;
  readonly #client: Client;
  readonly #log: Logger;
  readonly #away: EnginePause;
  readonly #marks: SentMarks;
  readonly #sweeper: NodeJS.Timeout | undefined;
  readonly #sending = new Set<Promise<void>>();
  #isPumping = false;
  #isNudged = false;
  // This process knows what it has just committed; only entries that others have left behind must be looked for.
  #sweepDue = true;
  #isStopped = false;
  #retry: NodeJS.Timeout | undefined;

  constructor({ outbox, client, log, sweep = false }: OutboxDispatchOptions) {
    this.#outbox = outbox;
    this.#client = client;
    this.#log = log;
    this.#away = new EnginePause(log, () => this.#sweep());
    this.#marks = new SentMarks(outbox, log);
    this.#sweeper = sweep ? setInterval(() => this.#sweep(), outboxSweepMs) : undefined;
  }

  /** Notifies the dispatch of possible work; returns at once and never throws. */
  nudge(): void {
    if (this.#isStopped) return;
    this.#isNudged = true;
    if (!this.#isPumping) void this.#pump();
  }

  /** Takes no more entries and waits for those in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweeper);
    clearTimeout(this.#retry);
    this.#away.stop();
    while (this.#sending.size > 0) await Promise.allSettled(this.#sending);
    await this.#marks.flush();
  }

  /** Notifies the dispatch that entries of other processes may have been left behind. */
  #sweep(): void {
    this.#sweepDue = true;
    this.nudge();
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    try {
      do {
        this.#isNudged = false;
        while (await this.#takeAndSend());
      } while (this.#isNudged);
    } catch (error) {
      this.#log.warn({ err: error }, "The outbox could not be read; it is tried again.");
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#sweep(), retryMs);
    } finally {
      this.#isPumping = false;
    }
  }

  /** Leases entries and begins to send them; returns true if there may be more. */
  async #takeAndSend(): Promise<boolean> {
    const free = parallelMax - this.#sending.size;
    if (free <= 0 || this.#isStopped || this.#away.lasts()) return false;
    const forgotten = this.#sweepDue;
    this.#sweepDue = false;
    const rows = await this.#outbox.lease(free, { forgotten });
    const isFull = rows.length === free;
    this.#sweepDue ||= forgotten && isFull;
    for (const [workflowId, same] of Map.groupBy(rows, (row) => row.workflowId)) {
      const positions = same.map((row) => row.position);
      const { workflowType = "" } = same[0] ?? {};
      const first = same.find((row) => row.first !== undefined)?.first;
      const wake = { workflowType, workflowId, ...(first && { first }) };
      const task = this.#send(wake, positions).finally(() => {
        this.#sending.delete(task);
        // A full lease, or all places in use, may have left something behind.
        if (isFull || this.#sending.size === parallelMax - 1) this.nudge();
      });
      this.#sending.add(task);
    }
    return isFull;
  }

  async #send(wake: WorkflowWake, positions: readonly number[]): Promise<void> {
    const startedMs = performance.now();
    try {
      await wakeWorkflow(this.#client, wake);
      // The first wake starts it; it must learn of the other events too.
      if (wake.first && positions.length > 1)
        await wakeWorkflow(this.#client, { workflowType: wake.workflowType, workflowId: wake.workflowId });
      reached("outbox", "dispatched");
      this.#away.over();
      this.#marks.add(positions);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isGrpcServiceError(error) && error.code === invalidArgument)
        this.#log.error({ ...wake, reason }, "The engine refuses a wake.");
      else this.#away.begin(reason, startedMs);
      await this.#outbox.failed(positions, reason).catch(() => undefined);
    }
  }
}
