import { z } from "zod";

import { appliedAtOnceMax, changesMax, waitMaxSeconds } from "#domain/node-limits.ts";
import { type LagFigures, lagOf } from "#domain/node-link-facts.ts";
import { nodePaths, type PullCall } from "#domain/nodes/node-call.ts";
import { toldBy } from "#domain/nodes/stands-by.ts";
import type { Vector } from "#domain/replication/origin.ts";
import { nodeName } from "#platform/settings/setting-schemas.ts";
import type { Answer, Applied, Pull } from "#store/replication/replication.ts";
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

interface Fetched {
  /** Results of all answers of the call together. */
  readonly applied: Applied;
  readonly received: number;
  readonly isCaughtUp: boolean;
  readonly lag: LagFigures | null;
  readonly skewMs: number | undefined;
  /** Version of the schema of the other node. */
  readonly schema: number;
}

/** Answers of one call: it tells often enough how far it is. */
const answersMax = 4;

/**
 * Asks another node for its changes and applies them, in transactions of their own; while many are applied, those behind them travel. Everything
 * is verified before anything is applied, and the rows say up to where this node knows the other: who calls it, how often and with what delay
 * makes no difference.
 * @throws NODE_UNKNOWN, NODE_PAUSED, NODE_EXPELLED, NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED, NODE_VERSION_APART
 */
export const pullChanges = defineOperation<{ name: string; waitSeconds: number }, Pulled, Fetched>({
  name: "nodes.pull",
  input: z.strictObject({ name: nodeName, waitSeconds: z.int().min(0).max(waitMaxSeconds) }),
  callers: ["engine"],
  audit: { operation: "NDPU", when: "refusalOnly", describe: ({ name }) => ({ ident: name }) },
  async prepare(context, { name, waitSeconds }) {
    const { store, clock, settings } = context;
    const { replication } = store;
    let pull: Pull = await replication.asking(name, changesMax);
    let next: Asked | undefined = await ask(context, name, { pull, vector: pull.vector, waitSeconds });
    let fetched: Fetched | undefined;
    for (let answers = 1; next !== undefined; answers += 1) {
      const asked: Asked = next;
      const { answer, skewMs, schema, vector } = asked;
      // It may have been paused or expelled while it was asked.
      await partner(context, name);
      const following: Pull | undefined =
        answers < answersMax ? await behind(context, { name, pull, answer }) : undefined;
      pull = following ?? pull;
      const travelling: Promise<Asked | undefined> | undefined =
        following && settled(ask(context, name, { pull: following, vector, waitSeconds: 0 }));
      const applied: Applied = await replication.apply(answer, { endsKilled: settings.noKillRetry });
      fetched = {
        applied: together(fetched?.applied, applied),
        received: (fetched?.received ?? 0) + answer.changes.length,
        isCaughtUp: answer.changes.length === 0,
        lag: lagOf(answer.changes, clock.now()) ?? fetched?.lag ?? null,
        skewMs,
        schema,
      };
      next = await travelling;
    }
    return fetched as Fetched;
  },
  async run(context, { name }, { applied, received, isCaughtUp, lag, skewMs, schema }) {
    const { store, clock } = context;
    for (const refused of applied.refused)
      context.log.error({ node: name, ...refused }, "The database refuses a change of another node; it is held.");
    const node = await knownNode(context, name);
    if (node !== undefined) await pinNode(context, node);
    if (applied.applied > 0) await tellConflicts(context);
    const link = await store.lock("nodeLinks", name);
    const now = clock.now();
    const { position } = applied;
    const pulled = { received, applied: applied.applied, held: applied.held.length, position, isCaughtUp };
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

/** Returns the answer of a call; undefined if it fails: what was applied is told first, and the next call meets the same failure. */
async function settled(asking: Promise<Asked>): Promise<Asked | undefined> {
  const [asked] = await Promise.allSettled([asking]);
  return asked.status === "fulfilled" ? asked.value : undefined;
}

interface Call {
  readonly pull: Pull;
  /** Sequences up to which this node has each origin once it has applied what it was given so far. */
  readonly vector: Vector;
  readonly waitSeconds: number;
}

interface Asked extends AnsweredCall {
  /** Sequences up to which this node has each origin once it has applied the answer. */
  readonly vector: Vector;
}

async function ask(context: CallContext, name: string, { pull, vector, waitSeconds }: Call): Promise<Asked> {
  const { by: _by, ...called } = pull;
  const { logEpoch: epoch, position, max, without } = called;
  const body: PullCall = { ...called, waitSeconds, schema: schemaVersion() };
  const asked = { epoch, position, vector, max };
  const call = { name, path: nodePaths.changes, body, asked, waitSeconds };
  const { answer, skewMs, schema } = await askForChanges(context, call);
  requireNeighbour({ name, schema });
  const raised = answer.changes.map(({ origin, seq }) => [origin, seq] as const);
  return { answer: { ...answer, without }, skewMs, schema, vector: { ...vector, ...Object.fromEntries(raised) } };
}

interface Given {
  readonly name: string;
  /** Call that was answered. */
  readonly pull: Pull;
  readonly answer: Answer;
}

/**
 * Returns the call for what stands behind an answer that is not applied yet, if there is much of it. It tells what this node has by now, and
 * there is none if something was held or taken up since the last call: then the log is read again from an earlier place.
 */
async function behind({ store }: CallContext, { name, pull, answer }: Given): Promise<Pull | undefined> {
  if (answer.changes.length <= appliedAtOnceMax) return undefined;
  const now = await store.replication.asking(name, changesMax);
  const isSame = now.position === pull.position && now.without.join() === pull.without.join();
  return isSame ? { ...now, logEpoch: answer.logEpoch, position: answer.position } : undefined;
}

function together(before: Applied | undefined, last: Applied): Applied {
  if (before === undefined) return last;
  return {
    ...last,
    applied: before.applied + last.applied,
    conflicts: before.conflicts + last.conflicts,
    refused: [...before.refused, ...last.refused],
  };
}
