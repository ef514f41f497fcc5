import { z } from "zod";

import { changesMax, changesMaxBytes, waitMaxSeconds } from "#domain/node-limits.ts";
import type { PullCall } from "#domain/nodes/node-call.ts";
import { originShape, vectorShape } from "#platform/nodes/wire-shapes.ts";
import type { Answer, Pull } from "#store/replication/replication.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { callingNode, nonceOf, takeNodeCall } from "./engine/calling-node.ts";
import { changesAfter } from "./engine/changes-after.ts";
import { takeTurn } from "./engine/node-turns.ts";
import { requireNeighbour } from "./engine/node-version.ts";
import type { GivenChanges } from "./engine/pack-answer.ts";

const secondMs = 1_000;
const originsMax = 1_000;

/**
 * Gives another node the changes that it asks for; if there are none it waits for some. Waiting and reading hold no transaction, and a node
 * that was paused or expelled meanwhile gets nothing.
 * @throws NODE_PAUSED, NODE_EXPELLED, NODE_VERSION_APART, TOO_MANY
 */
export const giveChanges = defineOperation<PullCall, GivenChanges, Answer>({
  name: "nodes.giveChanges",
  input: z.strictObject({
    logEpoch: z.int().min(0),
    position: z.int().min(0),
    vector: vectorShape,
    without: z.array(originShape).max(originsMax),
    max: z.int().min(1).max(changesMax),
    waitSeconds: z.int().min(0).max(waitMaxSeconds),
    schema: z.int().min(0),
  }),
  callers: ["node"],
  audit: {
    operation: "NDCH",
    when: "refusalOnly",
    describe: ({ position }) => ({ message: `from position ${position}` }),
  },
  async prepare(context, { waitSeconds, schema, ...pull }) {
    const { name: by } = await callingNode(context);
    requireNeighbour({ name: by, schema });
    const endTurn = takeTurn(context, { name: by, call: "changes" });
    try {
      // Before the wait: a new password may wait for no more than this word.
      await context.store.replication.acknowledge({ ...pull, by });
      await changesAfter(context, pull.position, waitSeconds * secondMs);
      await callingNode(context);
      return await readFitting(context, { ...pull, by });
    } finally {
      endTurn();
    }
  },
  async run(context, { schema }, answer) {
    const node = await callingNode(context);
    await takeNodeCall(context, node);
    await context.store.save("nodeLinks", { name: node.name, schemaVersion: schema });
    return { answer, to: node.name, sealingKey: node.sealingKey, nonce: nonceOf(context.caller) };
  },
});

/** Reads changes that fit into an answer: fewer while they are too long together. */
async function readFitting({ store }: Pick<ServiceContext, "store">, pull: Pull): Promise<Answer> {
  const answer = await store.replication.read(pull);
  const bytes = answer.changes.reduce((sum, change) => sum + Buffer.byteLength(JSON.stringify(change)) + 1, 0);
  if (bytes <= changesMaxBytes || answer.changes.length <= 1) return answer;
  return readFitting({ store }, { ...pull, max: Math.ceil(answer.changes.length / 2) });
}
