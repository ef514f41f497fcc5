import { z } from "zod";

import { snapshotRowsMax } from "#domain/node-limits.ts";
import { nodePaths } from "#domain/nodes/node-call.ts";
import { placeBehind, type SnapshotPlace } from "#domain/replication/snapshot-place.ts";
import { nodeName } from "#platform/settings/setting-schemas.ts";
import type { Answer } from "#store/replication/replication.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { askForChanges } from "./engine/ask-for-changes.ts";
import { knownNode, pinNode } from "./engine/known-node.ts";
import { requireSameVersion } from "./engine/node-version.ts";

/** Result of some pages. */
export interface PulledPages {
  /** Number of rows that the other node gave. */
  readonly received: number;
  /** True if the record is here whole. */
  readonly isWhole: boolean;
}

interface Taken {
  readonly received: number;
  readonly place: SnapshotPlace;
}

/** Pages of one call: it tells often enough how far it is. */
const pagesMax = 16;

/**
 * Asks the node that has invited this one for the next pages of its record, and takes them; the next page travels while one is written.
 * Everything is verified before anything is written, and where it stands is in the database, so that a call which was stopped goes on there.
 * @throws NODE_UNKNOWN, NODE_PAUSED, NODE_EXPELLED, NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED, NODE_VERSION, INPUT_INVALID
 */
export const pullSnapshot = defineOperation<{ name: string }, PulledPages, Taken>({
  name: "nodes.pullSnapshot",
  input: z.strictObject({ name: nodeName }),
  callers: ["engine"],
  audit: { operation: "NDPU", when: "refusalOnly", describe: ({ name }) => ({ ident: name }) },
  async prepare(context, { name }) {
    const { taking } = context.store.replication;
    let place = await taking.place(name);
    let received = 0;
    let page = place.phase === "done" ? undefined : await pageBehind(context, name, place);
    for (let pages = 1; page !== undefined; pages += 1) {
      const next = placeBehind(page, place);
      const isMore = pages < pagesMax && next.phase !== "done";
      const [taken, following] = await Promise.allSettled([
        taking.take(page),
        isMore ? pageBehind(context, name, next) : undefined,
      ]);
      if (taken.status === "rejected") throw taken.reason;
      place = taken.value;
      received += page.changes.length;
      if (following.status === "rejected") throw following.reason;
      page = following.value;
    }
    return { received, place };
  },
  async run(context, { name }, { received, place }) {
    const node = await knownNode(context, name);
    if (node !== undefined) await pinNode(context, node);
    return { received, isWhole: place.phase === "done" };
  },
});

async function pageBehind(context: CallContext, name: string, place: SnapshotPlace): Promise<Answer> {
  const { logEpoch: epoch, position } = place;
  const max = snapshotRowsMax;
  const asked = { epoch, position, vector: {}, max };
  const call = { name, path: nodePaths.snapshot, body: { ...place, max }, asked, waitSeconds: 0 };
  const { answer, schema } = await askForChanges(context, call);
  // It may have been upgraded since this node began to join.
  requireSameVersion({ name, schema });
  return answer;
}
