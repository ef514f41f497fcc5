import { setTimeout as sleep } from "node:timers/promises";

import { type Client, ScheduleOverlapPolicy } from "@temporalio/client";

import { ModuleName } from "#domain/module-name.ts";
import { type DiscoverySchedule, listSchedules } from "#operations/discovery/list-schedules.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { hubTaskQueue } from "#platform/temporal/outbox-dispatch.ts";

/** Keeper that makes the schedules of the engine match the rows of target systems. */
export interface ScheduleKeeper {
  /**
   * Reconciles the schedules with the rows: makes, changes and removes them. Returns the number of changed schedules. With `anew`,
   * matching schedules are written again too: someone may have changed them in the engine.
   */
  reconcile(options?: { readonly anew: boolean }): Promise<number>;
}

const prefix = "discovery-of-";
const catchUp = "1 hour";

/** Makes the keeper of the schedules; several hubs may reconcile in parallel. */
export function createScheduleKeeper(context: ServiceContext, client: Client): ScheduleKeeper {
  async function known(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for await (const { scheduleId, memo } of client.schedule.list()) {
      const cron = memo?.["cron"];
      if (scheduleId.startsWith(prefix)) found.set(scheduleId, typeof cron === "string" ? cron : "");
    }
    return found;
  }

  async function make({ targetSystemKey, cron }: DiscoverySchedule): Promise<void> {
    await client.schedule.create({
      scheduleId: `${prefix}${targetSystemKey}`,
      spec: { cronExpressions: [cron] },
      action: {
        type: "startWorkflow",
        workflowType: "scheduledDiscovery",
        workflowId: `scheduled-discovery-of-${targetSystemKey}`,
        args: [targetSystemKey],
        taskQueue: hubTaskQueue,
      },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: catchUp },
      memo: { cron },
    });
  }

  return {
    async reconcile({ anew } = { anew: false }) {
      const caller = engineCaller(ModuleName.Load, context.ids.guid());
      const wanted = await invoke(listSchedules, context, caller, {});
      const there = await known();
      let touched = 0;
      for (const schedule of wanted) {
        const id = `${prefix}${schedule.targetSystemKey}`;
        const cron = there.get(id);
        there.delete(id);
        if (cron === schedule.cron && !anew) continue;
        if (cron !== undefined) await client.schedule.getHandle(id).delete();
        await make(schedule);
        touched += 1;
      }
      for (const id of there.keys()) {
        await client.schedule.getHandle(id).delete();
        touched += 1;
      }
      return touched;
    },
  };
}

const pauseMs = 1000;
const lookMs = 60_000;
const anewMs = 3_600_000;

/**
 * Keeps the schedules like the rows until the signal fires: at the start, after each change of a target system, and each minute, because
 * anyone who reaches the engine can delete them. Once an hour all are written again.
 */
export async function keepSchedules(context: ServiceContext, client: Client, signal: AbortSignal): Promise<void> {
  const keeper = createScheduleKeeper(context, client);
  let changed = true;
  let lookedMs = 0;
  let writtenMs = performance.now();
  const unsubscribe = context.changes.subscribe({
    tables: ["targetSystems"],
    mayWait: true,
    onChange: () => void (changed = true),
  });
  try {
    while (!signal.aborted) {
      const nowMs = performance.now();
      const anew = nowMs - writtenMs > anewMs;
      const due = changed || anew || nowMs - lookedMs > lookMs;
      // Before the rows are read: a change during the read is handled once more.
      changed = false;
      if (due) {
        lookedMs = nowMs;
        if (!(await reconciled(keeper, context, anew))) changed = true;
        else if (anew) writtenMs = nowMs;
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    unsubscribe();
  }
}

async function reconciled(keeper: ScheduleKeeper, { log }: ServiceContext, anew: boolean): Promise<boolean> {
  try {
    const touched = await keeper.reconcile({ anew });
    if (touched > 0) log.info({ touched }, "The schedules of discoveries are as the target systems say.");
    return true;
  } catch (error) {
    log.debug({ err: error }, "The schedules of discoveries could not be brought up to date; it is tried again.");
    return false;
  }
}
