import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { type NodeStep, stateAfter } from "#domain/node-states.ts";
import { nodes } from "#domain/resources/nodes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { stateOfNode } from "./engine/known-node.ts";
import { wakeReplication } from "./engine/wake-replication.ts";

const ofKey = z.strictObject({ key: keyInput });

/**
 * Changes the address or the display name of a node.
 * @throws NOT_FOUND, FORBIDDEN, INPUT_INVALID
 */
export const updateNode = defineOperation({
  name: "nodes.update",
  input: z.strictObject({ key: keyInput, ...inputOf(nodes, "change") }),
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("update", "nodes"),
  audit: { operation: "NDUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }) {
    const node = await lockedRow(context, { table: "nodes", key });
    const saved = await context.store.save("nodes", { key, ...definedFields(fields) });
    await wakeReplication(context, node);
    return saved;
  },
});

/**
 * Pauses a node: the others take nothing from it and give it nothing, until it is resumed.
 * @throws NOT_FOUND, FORBIDDEN, NODE_OWN, NODE_STATE
 */
export const pauseNode = defineOperation({
  name: "nodes.pause",
  input: ofKey,
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("action", "nodes/pause"),
  audit: { operation: "NDPA", describe: ({ key }) => ({ ident: key }) },
  run: (context, { key }) => stepped(context, key, "pause"),
});

/**
 * Resumes a paused node.
 * @throws NOT_FOUND, FORBIDDEN, NODE_OWN, NODE_STATE
 */
export const resumeNode = defineOperation({
  name: "nodes.resume",
  input: ofKey,
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("action", "nodes/resume"),
  audit: { operation: "NDRE", describe: ({ key }) => ({ ident: key }) },
  run: (context, { key }) => stepped(context, key, "resume"),
});

/**
 * Expels a node for ever: its calls are refused, and it learns nothing new. It still has what it got.
 * @throws NOT_FOUND, FORBIDDEN, NODE_OWN
 */
export const expelNode = defineOperation({
  name: "nodes.expel",
  input: ofKey,
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("action", "nodes/expel"),
  audit: { operation: "NDEX", describe: ({ key }) => ({ ident: key }) },
  run: (context, { key }) => stepped(context, key, "expel"),
});

async function stepped(context: CallContext, key: string, step: NodeStep): Promise<Row<"nodes">> {
  const { store, clock, caller } = context;
  const node = await lockedRow(context, { table: "nodes", key });
  if (node.id === store.node) throw new ServiceError("NODE_OWN", { target: "key" });
  const state = stateAfter(await stateOfNode(context, node), step);
  if (state === undefined) throw new ServiceError("NODE_STATE", { target: "key" });
  // The row stands apart from the node's own, which the expelled node could write once more.
  if (step === "expel" && (await store.get("nodeExpulsions", node.id)) === undefined)
    await store.add("nodeExpulsions", {
      name: node.id,
      nodeKey: key,
      expelledAt: clock.now(),
      expelledBy: caller.id,
    });
  if (step === "expel" && (await store.get("nodeInvitations", node.id)) !== undefined)
    await store.remove("nodeInvitations", node.id);
  const saved = await store.save("nodes", { key, state });
  await wakeReplication(context, node);
  return saved;
}
