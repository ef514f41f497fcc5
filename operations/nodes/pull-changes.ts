import { z } from "zod";

import { changesMax, waitMaxSeconds } from "#domain/node-limits.ts";
import { lagOf } from "#domain/node-link-facts.ts";
import { nodePaths, type PullCall } from "#domain/nodes/node-call.ts";
import { toldBy } from "#domain/nodes/stands-by.ts";
import { nodeName } from "#platform/settings/setting-schemas.ts";
import type { Applied } from "#store/replication/replication.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { type AnsweredCall, askForChanges, partner } from "./engine/ask-for-changes.ts";
import { knownNode, pinNode } from "./engine/known-node.ts";
import { requireNeighbour } from "./engine/node-version.ts";
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
}

interface Fetched extends AnsweredCall {
  readonly applied: Applied;
}

/**
 * Asks another node for its changes and applies them, in a transaction of their own. Everything is verified before anything is applied, and
 * the rows say up to where this node knows the other: who calls it, how often and with what delay makes no difference.
 * @throws NODE_UNKNOWN, NODE_PAUSED, NODE_EXPELLED, NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED, NODE_VERSION_APART
 */
export const pullChanges = defineOperation<{ name: string; waitSeconds: number }, Pulled, Fetched>({
  name: "nodes.pull",
  input: z.strictObject({ name: nodeName, waitSeconds: z.int().min(0).max(waitMaxSeconds) }),
  callers: ["engine"],
  audit: { operation: "NDPU", when: "refusalOnly", describe: ({ name }) => ({ ident: name }) },
  async prepare(context, { name, waitSeconds }) {
    const { answer, skewMs, schema } = await fetchFrom(context, name, waitSeconds);
    // It may have been paused or expelled while it was asked.
    await partner(context, name);
    const endsKilled = context.settings.noKillRetry;
    return { answer, skewMs, schema, applied: await context.store.replication.apply(answer, { endsKilled }) };
  },
  async run(context, { name }, { answer, skewMs, schema, applied }) {
    const { store, clock } = context;
    for (const refused of applied.refused)
      context.log.error({ node: name, ...refused }, "The database refuses a change of another node; it is held.");
    const node = await knownNode(context, name);
    if (node !== undefined) await pinNode(context, node);
    if (applied.applied > 0) await tellConflicts(context);
    const link = await store.lock("nodeLinks", name);
    const now = clock.now();
    const received = answer.changes.length;
    const isCaughtUp = received === 0;
    const { position } = applied;
    const pulled = { received, applied: applied.applied, held: applied.held.length, position, isCaughtUp };
    if (link === undefined) return pulled;
    const lag = lagOf(answer.changes, now);
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

async function fetchFrom(context: CallContext, name: string, waitSeconds: number): Promise<AnsweredCall> {
  const { by: _by, ...pull } = await context.store.replication.asking(name, changesMax);
  const { logEpoch: epoch, position, vector, max, without } = pull;
  const body: PullCall = { ...pull, waitSeconds, schema: schemaVersion() };
  const asked = { epoch, position, vector, max };
  const call = { name, path: nodePaths.changes, body, asked, waitSeconds };
  const { answer, skewMs, schema } = await askForChanges(context, call);
  requireNeighbour({ name, schema });
  return { answer: { ...answer, without }, skewMs, schema };
}
