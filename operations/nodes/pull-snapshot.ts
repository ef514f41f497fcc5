import { z } from "zod";

import { changesMax } from "#domain/node-limits.ts";
import { nodePaths } from "#domain/nodes/node-call.ts";
import type { SnapshotPlace } from "#domain/replication/snapshot-place.ts";
import { nodeName } from "#platform/settings/setting-schemas.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { askForChanges } from "./engine/ask-for-changes.ts";
import { knownNode, pinNode } from "./engine/known-node.ts";
import { requireSameVersion } from "./engine/node-version.ts";

/** Result of one page. */
export interface PulledPage {
  /** Number of rows that the other node gave. */
  readonly received: number;
  /** True if the record is here whole. */
  readonly isWhole: boolean;
}

interface Taken {
  readonly received: number;
  readonly place: SnapshotPlace;
}

/**
 * Asks the node that has invited this one for the next page of its record, and takes it. Everything is verified before anything is written, and
 * where it stands is in the database, so that a call which was stopped goes on there.
 * @throws NODE_UNKNOWN, NODE_PAUSED, NODE_EXPELLED, NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED, NODE_VERSION, INPUT_INVALID
 */
export const pullSnapshot = defineOperation<{ name: string }, PulledPage, Taken>({
  name: "nodes.pullSnapshot",
  input: z.strictObject({ name: nodeName }),
  callers: ["engine"],
  audit: { operation: "NDPU", when: "refusalOnly", describe: ({ name }) => ({ ident: name }) },
  async prepare(context, { name }) {
    const { taking } = context.store.replication;
    const place = await taking.place(name);
    if (place.phase === "done") return { received: 0, place };
    const call = { ...place, max: changesMax };
    const asked = { epoch: place.logEpoch, position: place.position, vector: {}, max: changesMax };
    const { answer, schema } = await askForChanges(context, {
      name,
      path: nodePaths.snapshot,
      body: call,
      asked,
      waitSeconds: 0,
    });
    // It may have been upgraded since this node began to join.
    requireSameVersion({ name, schema });
    return { received: answer.changes.length, place: await taking.take(answer) };
  },
  async run(context, { name }, { received, place }) {
    const node = await knownNode(context, name);
    if (node !== undefined) await pinNode(context, node);
    return { received, isWhole: place.phase === "done" };
  },
});
