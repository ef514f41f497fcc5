import { continueAsNew, proxyActivities, proxyLocalActivities } from "@temporalio/workflow";

import type { ReplicationActivities } from "#activities/hub/replication.ts";

import { deliverAsDue } from "./deliver-as-due.ts";

const { nextPullStep } = proxyLocalActivities<ReplicationActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});
const { pull } = proxyActivities<ReplicationActivities>({
  // A failed pull is a row with its own pauses, so only a lost hub is waited for here.
  heartbeatTimeout: "10 seconds",
  startToCloseTimeout: "2 minutes",
  retry: { initialInterval: "1 second", maximumInterval: "5 seconds" },
});

/**
 * Pulls the changes of another node until it is expelled. It knows only its own ID, which has the name of the node: the rows say whether the
 * node is asked, and up to where its changes are known.
 */
export function replicate(id: string): Promise<void> {
  return deliverAsDue({
    next: () => nextPullStep({ id }),
    deliver: () => pull({ id }),
    goOnAnew: () => continueAsNew<typeof replicate>(id),
  });
}
