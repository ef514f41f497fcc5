import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { ComparisonResult, RunningComparison } from "#domain/node-comparison.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { requirePart } from "./engine/calling-node.ts";
import { beginningAt, type ComparedPart, type ComparedStep, compareStep, knowsTheSame } from "./engine/compare-step.ts";
import { type KnownNode, knownNode } from "./engine/known-node.ts";

const reasonMaxCharacters = 400;

/** Comparison with a node after a call. */
export interface ComparedNode extends Omit<ComparisonResult, "state" | "at"> {
  readonly key: string;
  readonly id: string;
  /** Result; `running` while there is more to compare. */
  readonly state: ComparisonResult["state"] | "running";
  /** True if there is more: call again. */
  readonly left: boolean;
}

interface Prepared {
  readonly node: KnownNode;
  /** Part that was compared; the reason if there was none. */
  readonly step: ComparedStep | { readonly state: "waiting" | "failed"; readonly reason: string };
}

/**
 * Compares the rows of this node with those of another one, some with each call, so that it goes on where it was stopped. Both must know the
 * same changes; otherwise it waits and says so. Nothing of the other node is written here but the list of differences.
 * @throws NOT_FOUND, FORBIDDEN, NODE_OWN, NODE_PAUSED, NODE_EXPELLED
 */
export const compareNode = defineOperation<{ key: string }, ComparedNode, Prepared>({
  name: "nodes.compare",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "nodes/compare"),
  audit: {
    operation: "NDCO",
    isIdle: ({ left }) => left,
    describe: ({ key }, output?: ComparedNode) => ({ ident: key, message: output?.state ?? null }),
  },
  async prepare(context, { key }) {
    const { store, clock } = context;
    const node = await otherNode(context, key);
    if (!node.isPinned) return { node, step: unmet(node.name) };
    const running = (await store.get("nodeLinks", node.name))?.comparison?.running ?? null;
    try {
      if (running === null && !(await knowsTheSame(context, node))) return { node, step: waiting(node.name) };
      return { node, step: await compareStep(context, node, running ?? beginningAt(clock.now())) };
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.code.startsWith("NODE_")) throw error;
      const state = error.code === "NODE_VERSION" ? "waiting" : "failed";
      return { node, step: { state, reason: error.message.slice(0, reasonMaxCharacters) } };
    }
  },
  async run(context, { key }, { node, step }) {
    const { store, clock } = context;
    const link = await store.lock("nodeLinks", node.name);
    if ("reason" in step) {
      const counts = link?.comparison?.running ?? beginningAt(clock.now());
      const result = { ...countsOf(counts), state: step.state, reason: step.reason };
      if (link !== undefined) await keep(context, node.name, { running: null, last: { ...result, at: clock.now() } });
      return { key, id: node.name, ...result, left: false };
    }
    for (const part of step.parts) await keepPart(context, node.name, part);
    const { running, isOver } = step;
    const counts = { ...countsOf(running), reason: null };
    if (!isOver) {
      await keep(context, node.name, { running, last: link?.comparison?.last ?? null });
      return { key, id: node.name, ...counts, state: "running", left: true };
    }
    const state = stateOf(running);
    await keep(context, node.name, { running: null, last: { ...counts, state, at: clock.now() } });
    const told = running.differences + running.orphans;
    if (told > 0) await context.tables.tellOfDifferences(context, told);
    return { key, id: node.name, ...counts, state, left: false };
  },
});

/** Returns the node of a key, which must be another one that takes part. */
async function otherNode(context: CallContext, key: string): Promise<KnownNode> {
  const { store } = context;
  const row = await store.get("nodes", key);
  if (row === undefined) throw new ServiceError("NOT_FOUND", { target: "key" });
  if (row.id === store.node) throw new ServiceError("NODE_OWN", { target: "key" });
  const node = await knownNode(context, row.id);
  if (node === undefined) throw new ServiceError("NODE_UNKNOWN", { target: "key" });
  requirePart(node);
  return node;
}

/** Returns the step for a node whose keys are not pinned yet: only the exchange of changes pins them. */
function unmet(name: string) {
  return { state: "waiting", reason: `This node has not exchanged changes with ${name} yet.` } as const;
}

function waiting(name: string) {
  const reason = `This node and ${name} do not know the same changes. Compare once both have caught up.`;
  return { state: "waiting", reason } as const;
}

function countsOf({ rows, differences, undecided, orphans }: RunningComparison) {
  return { rows, differences, undecided, orphans };
}

function stateOf({ differences, undecided }: RunningComparison): ComparisonResult["state"] {
  if (differences > 0) return "different";
  return undecided > 0 ? "waiting" : "equal";
}

async function keep(
  { store }: CallContext,
  name: string,
  comparison: { readonly running: RunningComparison | null; readonly last: ComparisonResult | null },
): Promise<void> {
  await store.save("nodeLinks", { name, comparison });
}

async function keepPart(
  { store, clock }: CallContext,
  peer: string,
  { table, isFirst, differences, orphans }: ComparedPart,
): Promise<void> {
  const { comparison } = store.replication;
  const now = clock.now();
  await comparison.keepDifferences({ peer, table, now, isFirst }, differences);
  if (orphans !== undefined) await comparison.keepDifferences({ peer: "", table, now, isFirst: true }, orphans);
}
