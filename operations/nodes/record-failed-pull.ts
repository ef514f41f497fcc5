import { z } from "zod";

import { takesPart, type ToldState } from "#domain/node-states.ts";
import { pauseAfter } from "#domain/nodes/pull-step.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { knownNode, pinNode } from "./engine/known-node.ts";

const errorMaxCharacters = 400;

/** Returns the state of this node that a refusal tells; undefined if it tells none, so that the one before holds. */
function toldStateOf(code: string | null | undefined): ToldState | undefined {
  if (code === "NODE_EXPELLED") return "expelled";
  return code === "NODE_PAUSED" ? "paused" : undefined;
}

/** Records that a pull has failed, with the reason, and when the node is asked again. */
export const recordFailedPull = defineOperation({
  name: "nodes.recordFailedPull",
  input: z.strictObject({ name: z.string(), error: z.string(), code: z.string().nullish() }),
  callers: ["engine"],
  audit: { operation: "NDST", when: "never" },
  async run(context, { name, error, code }) {
    const { store, clock } = context;
    const node = await knownNode(context, name);
    if (node === undefined) return {};
    await pinNode(context, node);
    const failures = ((await store.lock("nodeLinks", name))?.failures ?? 0) + 1;
    const now = clock.now();
    // Only the node that was asked says so: one that is paused or expelled here is not asked.
    const told = takesPart(node.state) ? toldStateOf(code) : undefined;
    const lastError = error.slice(0, errorMaxCharacters);
    await store.save("nodeLinks", {
      name,
      failures,
      lastError,
      ...(told !== undefined && { toldState: told }),
      lastPullAt: now,
      nextPullAt: now + pauseAfter(failures),
    });
    return {};
  },
});
