import { z } from "zod";

import { takesPart } from "#domain/node-states.ts";
import { pauseAfter } from "#domain/nodes/pull-step.ts";
import { toldByRefusal } from "#domain/nodes/stands-by.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { knownNode, pinNode } from "./engine/known-node.ts";

const errorMaxCharacters = 400;

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
    const link = await store.lock("nodeLinks", name);
    const failures = (link?.failures ?? 0) + 1;
    const now = clock.now();
    // Only the node that was asked says so: one that is paused or expelled here is not asked.
    const told = takesPart(node.state)
      ? toldByRefusal({ code, lastSuccessAt: link?.lastSuccessAt ?? null }, now)
      : undefined;
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
