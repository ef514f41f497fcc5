import { isDeepStrictEqual } from "node:util";

import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
  type ScheduleUpdateOptions,
} from "@temporalio/client";

import { type MaintenanceTask, type MaintenanceTaskName, maintenanceTasks } from "#domain/maintenance-tasks.ts";
import { hubTaskQueue } from "#platform/temporal/outbox-dispatch.ts";

/** Returns the ID of a task's schedule, which is also the prefix of the IDs of its workflows. */
export function scheduleId(task: MaintenanceTaskName): string {
  return `maintenance-${task}`;
}

const minuteMs = 60_000;
const tasks = Object.entries(maintenanceTasks) as [MaintenanceTaskName, MaintenanceTask][];
const wantedSchedules = tasks.map(([name, task]) => optionsOf(name, task));

/**
 * Makes the engine's schedules those of the table: a missing one is added, a different one is changed, and one that an operator has paused
 * stays paused. Idempotent.
 * @throws the client's error when the engine does not answer
 */
export async function ensureSchedules(client: Client): Promise<void> {
  for (const wanted of wantedSchedules) {
    try {
      await client.schedule.create(wanted);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await client.schedule.getHandle(wanted.scheduleId).update(({ state }): ScheduleUpdateOptions => {
        const { spec, action, policies } = wanted;
        return { spec, action, policies, state };
      });
    }
  }
}

/**
 * Restores schedules that someone has deleted or changed; the others are only read.
 * @throws the client's error when the engine does not answer
 */
export async function restoreSchedules(client: Client): Promise<void> {
  for (const wanted of wantedSchedules) if (!(await stands(client, wanted))) return ensureSchedules(client);
}

async function stands(client: Client, { scheduleId: id, spec, action }: ScheduleOptions): Promise<boolean> {
  try {
    const found = await client.schedule.getHandle(id).describe();
    const every = found.spec.intervals?.map((interval) => interval.every);
    const wantedEvery = spec.intervals?.map((interval) => interval.every);
    const { workflowType, args, taskQueue } = found.action;
    const wanted = [wantedEvery, action.workflowType, action.args, action.taskQueue];
    return isDeepStrictEqual([every, workflowType, args, taskQueue], wanted);
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

function optionsOf(name: MaintenanceTaskName, { description, everyMinutes }: MaintenanceTask) {
  const everyMs = everyMinutes * minuteMs;
  const id = scheduleId(name);
  return {
    scheduleId: id,
    spec: { intervals: [{ every: everyMs }] },
    action: {
      type: "startWorkflow",
      workflowId: id,
      workflowType: "maintenance",
      args: [name],
      taskQueue: hubTaskQueue,
    },
    // After an outage one run is made up for, not each one that was missed.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: everyMs },
    memo: { description },
  } as const satisfies ScheduleOptions;
}
