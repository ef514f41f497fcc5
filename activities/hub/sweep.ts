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
import { restoreSchedules } from "./schedules.ts";

/** What a sweep has found. */
export interface SweepReport {
  /** Processes without their workflow. */
  readonly restarted: number;
  /** Requests of which something was overdue. */
  readonly woken: number;
  /** Processes whose workflow did not answer. */
  readonly broken: number;
}

const settleMs = 5_000;
const pageSize = 200;
const callMs = 10_000;

/**
 * Looks once for work that should go on and does not, from the rows: processes that have no workflow, tries that are
 * overdue, workflows that do not answer, schedules that are gone. Whoever reaches the engine can bring all of this about,
 * and so can the engine when it loses its memory; neither does more than to delay the work until here.
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

/** Sweeps every few seconds until the signal fires; what fails is left to the next time. */
export function keepSweeping(options: MonitorOptions): Promise<void> {
  // Who has just come must let the workflows answer first.
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
    // What the engine lists comes a moment late, so each is asked for itself.
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

/** What delivers without a wake has a workflow all the same, for what is to be sent later. */
async function deliveries({ context }: MonitorOptions): Promise<WorkflowWake[]> {
  const rows = await context.store.select("webhooks", { where: { enabled: true } });
  const webhooks = rows.map(({ key }) => ({ workflowType: webhookWorkflow, workflowId: key }));
  return [...webhooks, ...(await waitingMail(context))];
}

/** A listing whose proxy is gone waits on its queue; its row says when that is over. */
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
