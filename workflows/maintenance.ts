import { continueAsNew, proxyActivities } from "@temporalio/workflow";

import type { MaintenanceActivities } from "#activities/hub/maintenance.ts";
import type { MaintenanceTaskName } from "#domain/maintenance-tasks.ts";

import { isHistoryLong } from "./history.ts";

const { runMaintenanceRound } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: "1 minute",
  // A failure of this length is left to the next start by the schedule.
  retry: { initialInterval: "1 second", maximumInterval: "1 minute", maximumAttempts: 20 },
});

/** Runs a maintenance task, round by round, until nothing is left. */
export async function maintenance(task: MaintenanceTaskName): Promise<void> {
  while ((await runMaintenanceRound({ task })).left) {
    if (isHistoryLong()) await continueAsNew<typeof maintenance>(task);
  }
}
