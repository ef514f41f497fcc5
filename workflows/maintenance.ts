import { continueAsNew, proxyActivities } from "@temporalio/workflow";

import type { MaintenanceActivities } from "#activities/hub/maintenance.ts";
import type { MaintenanceTaskName } from "#domain/maintenance-tasks.ts";

import { isHistoryLong } from "./history.ts";

const { runMaintenanceRound } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: "1 minute",
  // What fails for so long is left to the next time that the schedule begins it.
  retry: { initialInterval: "1 second", maximumInterval: "1 minute", maximumAttempts: 20 },
});

/** Does a task of maintenance, round by round, until nothing is left. */
export async function maintenance(task: MaintenanceTaskName): Promise<void> {
  while ((await runMaintenanceRound({ task })).left) {
    if (isHistoryLong()) await continueAsNew<typeof maintenance>(task);
  }
}
