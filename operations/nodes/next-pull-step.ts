import { z } from "zod";

import { pullStep, type PullStep } from "#domain/nodes/pull-step.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { knownNode } from "./engine/known-node.ts";
import { nodeOfWorkflow, replicationWorkflow } from "./engine/wake-replication.ts";

/**
 * Performs the hub step of the workflow `replicate`: computes from the rows whether its node is asked now. Idempotent: it may run any number
 * of times.
 */
export const nextPullStep = defineOperation<{ id: string }, PullStep>({
  name: "nodes.nextPullStep",
  input: z.strictObject({ id: z.string() }),
  callers: ["engine"],
  audit: { operation: "NDST", when: "never" },
  async run(context, { id }) {
    const { store, clock } = context;
    await store.outbox.settle({ workflowType: replicationWorkflow, workflowId: id });
    const name = nodeOfWorkflow(id);
    const node = name === undefined ? undefined : await knownNode(context, name);
    const link = node && (await store.get("nodeLinks", node.name));
    return pullStep({ state: node?.state, nextPullAt: link?.nextPullAt ?? 0, now: clock.now() });
  },
});
