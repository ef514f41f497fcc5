import { Context } from "@temporalio/activity";
import type { Client } from "@temporalio/client";

import { ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import { waitMaxSeconds } from "#domain/node-limits.ts";
import type { PullStep } from "#domain/nodes/pull-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { nodeOfWorkflow, replicationId, replicationWorkflow } from "#operations/nodes/engine/wake-replication.ts";
import { nextPullStep } from "#operations/nodes/next-pull-step.ts";
import { pullChanges, type Pulled } from "#operations/nodes/pull-changes.ts";
import { recordFailedPull } from "#operations/nodes/record-failed-pull.ts";
import { type WorkflowWake, wakeWorkflow } from "#platform/temporal/outbox-dispatch.ts";

import { asStep, requireLocal, whileBeating } from "./step.ts";

/** Activities of the workflow `replicate`; the engine sees the name of a node alone. */
export interface ReplicationActivities {
  /** Computes from the rows whether a node is asked for changes: a short transaction, run as a local activity. */
  nextPullStep(input: { readonly id: string }): Promise<PullStep>;
  /** Pulls from a node, batch after batch, until one fails or the time of a round is over; the rows hold the results. */
  pull(input: { readonly id: string }): Promise<void>;
}

const roundMs = 60_000;

/** Makes the activities of replication. */
export function createReplicationActivities(service: ServiceContext): ReplicationActivities {
  // A step commits nothing for the outbox, so a sweep after each one would be in vain.
  const context: ServiceContext = { ...service, nudge: () => undefined };
  const told = <T>(id: string, run: () => Promise<T>) =>
    asStep(context, { replication: id }, "A step of replication failed.", run);
  return {
    async nextPullStep({ id }) {
      requireLocal();
      return told(id, () => invoke(nextPullStep, context, caller(id), { id }));
    },
    pull: ({ id }) => told(id, () => whileBeating(() => pullForARound(context, id))),
  };
}

/** Returns the workflows that pull from other nodes: one for each that has not been expelled. */
export async function standingPulls(context: ServiceContext): Promise<WorkflowWake[]> {
  const others = await context.nodes.others();
  return others.map((name) => ({ workflowType: replicationWorkflow, workflowId: replicationId(name) }));
}

/**
 * Wakes the workflow of each other node, and starts it if there is none: the engine may have lost it.
 * @throws the client's error when the engine does not answer
 */
export async function wakePulls(context: ServiceContext, client: Client): Promise<void> {
  for (const work of await standingPulls(context)) await wakeWorkflow(client, work, "ALLOW_DUPLICATE");
}

function caller(id: string) {
  return engineCaller(ModuleName.Idwfm, id);
}

async function pullForARound(context: ServiceContext, id: string): Promise<void> {
  const name = nodeOfWorkflow(id);
  if (name === undefined) return;
  const activity = Context.current();
  // The last wait begins before the end of the round, and ends within it.
  const endsAt = performance.now() + roundMs - waitMaxSeconds * 1_000;
  // Nobody knows at first, and while there is more of a load nothing waits.
  let waitSeconds = 0;
  do {
    const pulled = await pullOnce(context, { id, name, waitSeconds });
    if (pulled === undefined) return;
    waitSeconds = pulled.isLoading ? 0 : waitMaxSeconds;
  } while (performance.now() < endsAt && !activity.cancellationSignal.aborted);
}

/** Pulls once; undefined if that has failed, which the rows then tell. */
async function pullOnce(
  context: ServiceContext,
  { id, name, waitSeconds }: { readonly id: string; readonly name: string; readonly waitSeconds: number },
): Promise<Pulled | undefined> {
  try {
    return await invoke(pullChanges, context, caller(id), { name, waitSeconds });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    context.log.warn({ err: error, node: name }, "Changes of another node could not be pulled; it is tried again.");
    const code = error instanceof ServiceError ? error.code : null;
    await invoke(recordFailedPull, context, caller(id), { name, error: words, code });
    return undefined;
  }
}
