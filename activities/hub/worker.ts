import { type NativeConnection, Worker } from "@temporalio/worker";

import type { ServiceContext } from "#operations/kernel/context.ts";
import { hubTaskQueue } from "#platform/temporal/outbox-dispatch.ts";

import { createHubActivities, type HubActivities } from "./activities.ts";
import { workflowCode } from "./bundle-workflows.ts";

/** Services and settings of a hub worker. */
export interface HubWorkerOptions {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly context: ServiceContext;
  /** Activities that replace those of the context; a test wraps them. */
  readonly activities?: HubActivities;
}

/** Makes the worker that runs workflows and hub steps; the caller runs it and shuts it down. */
export async function createHubWorker({
  connection,
  namespace,
  context,
  activities,
}: HubWorkerOptions): Promise<Worker> {
  return Worker.create({
    connection,
    namespace,
    taskQueue: hubTaskQueue,
    identity: `hub-${context.store.node}`,
    workflowBundle: await workflowCode(),
    activities: activities ?? createHubActivities(context),
    // After a kill -9 the next hub must not wait for the dead one's sticky queue.
    stickyQueueScheduleToStartTimeout: "1 second",
    shutdownGraceTime: "5 seconds",
  });
}
