import { overdueMs, workSweepMs } from "#domain/engine-limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { endOverdueDiscovery } from "#operations/discovery/engine/end-discovery.ts";
import { listUnfinishedDiscoveries } from "#operations/discovery/list-unfinished.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { wakeOverdue } from "#operations/requests/wake-overdue.ts";
import { webhookWorkflow } from "#operations/webhooks/engine/wake-webhook.ts";
import type { WorkflowWake } from "#platform/temporal/outbox-dispatch.ts";

import { isOurs, restartIfAbandoned, restartUnanswered, type RunningWorkflow } from "./abandoned.ts";
import { keepDoing } from "./keep-doing.ts";
import type { MonitorOptions } from "./monitor.ts";
import { waitingMail } from "./notice-mail.ts";
import { createPatience } from "./patience.ts";
import { standingPulls } from "./replication.ts";
import { restoreSchedules } from "./schedules.ts";

/** Result of a sweep. */
export interface SweepReport {
  /** Number of processes without their workflow. */
  readonly restarted: number;
  /** Number of requests with an overdue step. */
  readonly woken: number;
  /** Number of processes whose workflow did not answer. */
  readonly broken: number;
}

const settleMs = 5_000;
const pageSize = 200;
const callMs = 10_000;

/**
 * Sweeps once, from the rows, for work that has stopped: processes without a workflow, overdue tries, workflows that do not answer, missing
 * schedules. Anyone who reaches the engine can cause all of this, and so can an engine that loses its memory. Neither can do more than
 * delay the work until the sweep.
 * @throws the client's error when the engine does not answer
 */
export async function sweepWork(options: MonitorOptions, patience = createPatience()): Promise<SweepReport> {
  const { context, client } = options;
  const { store, clock } = context;
  const work = await store.outbox.dispatched(clock.now() - settleMs);
  const restarted = await restartAbandoned(options, [...work, ...(await deliveries(options))]);
  const requests = work.filter(({ workflowType }) => workflowType === "request").map(({ workflowId }) => workflowId);
  let woken = 0;
  for (let from = 0; from < requests.length; from += pageSize) {
    const keys = requests.slice(from, from + pageSize);
    woken += (await invoke(wakeOverdue, context, idtm(options), { keys })).woken;
  }
  if (woken > 0) context.nudge();
  await endDiscoveries(options);
  const broken = await patience.brokenAmong((before) => store.outbox.unanswered(clock.now() - before));
  for (const one of broken) await restartUnanswered(options, one);
  await client.withDeadline(Date.now() + callMs, () => restoreSchedules(client));
  return { restarted, woken, broken: broken.length };
}

/** Sweeps every few seconds until the signal fires; a failure is left to the next sweep. */
export function keepSweeping(options: MonitorOptions): Promise<void> {
  // A process that has just started must let the workflows answer first.
  const patience = createPatience(() => performance.now());
  const failure = "Work could not be looked after; it is tried again.";
  return keepDoing({ ...options, everyMs: workSweepMs, failure }, async () => {
    const report = await sweepWork(options, patience);
    if (Object.values(report).some((count) => count > 0))
      options.context.log.info(report, "Work that stood still goes on.");
  });
}

async function restartAbandoned(options: MonitorOptions, work: readonly WorkflowWake[]): Promise<number> {
  if (work.length === 0) return 0;
  const running = await runningWorkflows(options);
  let restarted = 0;
  for (const one of work) {
    options.signal.throwIfAborted();
    const known = running.get(one.workflowId);
    if (known && isOurs(known, one)) continue;
    // The engine's list is a moment late, so each is checked individually.
    if (await restartIfAbandoned(options, one)) restarted += 1;
  }
  return restarted;
}

async function runningWorkflows({ client }: MonitorOptions): Promise<ReadonlyMap<string, RunningWorkflow>> {
  const found = new Map<string, RunningWorkflow>();
  for await (const { workflowId, type, taskQueue, runId } of client.workflow.list({
    query: 'ExecutionStatus = "Running"',
  }))
    found.set(workflowId, { type, taskQueue, runId });
  return found;
}

/** Returns the workflows of deliveries without a wake: they exist for later deliveries. */
async function deliveries({ context }: MonitorOptions): Promise<WorkflowWake[]> {
  const rows = await context.store.select("webhooks", { where: { enabled: true } });
  const webhooks = rows.map(({ key }) => ({ workflowType: webhookWorkflow, workflowId: key }));
  return [...webhooks, ...(await waitingMail(context)), ...(await standingPulls(context))];
}

/** Ends listings whose proxy is gone. They wait on the proxy's queue; their row says when they are overdue. */
async function endDiscoveries(options: MonitorOptions): Promise<void> {
  const { context } = options;
  for (const key of await invoke(listUnfinishedDiscoveries, context, idtm(options), {})) {
    const row = await context.store.get("requestOperations", key);
    if (row?.discovery?.phase !== "listing" || context.clock.now() < (row.handedOutAt ?? 0) + overdueMs) continue;
    await invoke(endOverdueDiscovery, context, engineCaller(ModuleName.Load, key), { key });
  }
}

function idtm({ context }: MonitorOptions) {
  return engineCaller(ModuleName.Idtm, context.ids.guid());
}
