import { z } from "zod";

import { waitMaxSeconds } from "#domain/node-limits.ts";
import { toldBy } from "#domain/nodes/stands-by.ts";
import { nodeName } from "#platform/settings/setting-schemas.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { knownNode, pinNode } from "./engine/known-node.ts";
import { type Fetched, pullLanes } from "./engine/pull-lanes.ts";
import { tellConflicts } from "./engine/tell-conflicts.ts";

/** Result of one pull. */
export interface Pulled {
  /** Number of changes that the other node gave. */
  readonly received: number;
  readonly applied: number;
  readonly held: number;
  /** Position in the log of the other node. */
  readonly position: number;
  /** True if it has nothing more. */
  readonly isCaughtUp: boolean;
  /** True if it has more of a load: then the next call need not wait for small edits. */
  readonly isLoading: boolean;
}

/**
 * Asks another node for its changes and applies them, in transactions of their own: small edits first, and whenever a part of a load is
 * applied; while many are applied, those behind them travel. Everything
 * is verified before anything is applied, and the rows say up to where this node knows the other: who calls it, how often and with what delay
 * makes no difference.
 * @throws NODE_UNKNOWN, NODE_PAUSED, NODE_EXPELLED, NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED, NODE_VERSION_APART
 */
export const pullChanges = defineOperation<{ name: string; waitSeconds: number }, Pulled, Fetched>({
  name: "nodes.pull",
  input: z.strictObject({ name: nodeName, waitSeconds: z.int().min(0).max(waitMaxSeconds) }),
  callers: ["engine"],
  audit: { operation: "NDPU", when: "refusalOnly", describe: ({ name }) => ({ ident: name }) },
  prepare: (context, { name, waitSeconds }) => pullLanes(context, { name, waitSeconds }),
  async run(context, { name }, { applied, received, isCaughtUp, isLoading, lag, skewMs, schema, position }) {
    const { store, clock } = context;
    for (const refused of applied.refused)
      context.log.error({ node: name, ...refused }, "The database refuses a change of another node; it is held.");
    const node = await knownNode(context, name);
    if (node !== undefined) await pinNode(context, node);
    if (applied.applied > 0) await tellConflicts(context);
    const link = await store.lock("nodeLinks", name);
    const now = clock.now();
    const pulled = { received, applied: applied.applied, held: applied.held.length, position, isCaughtUp, isLoading };
    if (link === undefined) return pulled;
    await store.save("nodeLinks", {
      name,
      lastPullAt: now,
      lastSuccessAt: now,
      failures: 0,
      nextPullAt: now,
      lastError: null,
      toldState: toldBy({ ...link, held: applied.held }, now),
      schemaVersion: schema,
      position,
      applied: link.applied + applied.applied,
      conflicts: link.conflicts + applied.conflicts,
      held: applied.held.map(({ origin, seq, reason }) => ({ origin, seq, reason })),
      ...(isCaughtUp && { caughtUpAt: now }),
      ...(lag !== null && { lag }),
      ...(skewMs !== undefined && { skewMs }),
    });
    return pulled;
  },
});
