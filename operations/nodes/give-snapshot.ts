import { z } from "zod";

import { changedKeyMaxCharacters, changedNameMaxCharacters, snapshotRowsMax } from "#domain/node-limits.ts";
import type { Answer, SnapshotCall } from "#store/replication/replication.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { callingNode, nonceOf, takeNodeCall } from "./engine/calling-node.ts";
import { takeTurn } from "./engine/node-turns.ts";
import type { GivenChanges } from "./engine/pack-answer.ts";

/**
 * Gives a node that joins the next page of the whole record, with its secrets sealed to that node. Reading holds no transaction, except for the
 * last page.
 * @throws NODE_PAUSED, NODE_EXPELLED, NODE_MUST_REJOIN, TOO_MANY
 */
export const giveSnapshot = defineOperation<SnapshotCall, GivenChanges, Answer>({
  name: "nodes.giveSnapshot",
  input: z.strictObject({
    phase: z.enum(["rows", "changes"]),
    logEpoch: z.int().min(0),
    position: z.int().min(0),
    table: z.string().max(changedNameMaxCharacters),
    key: z.string().max(changedKeyMaxCharacters),
    max: z.int().min(1).max(snapshotRowsMax),
  }),
  callers: ["node"],
  audit: {
    operation: "NDCH",
    when: "refusalOnly",
    describe: ({ table, phase }) => ({ message: `${phase} ${table}`.trim() }),
  },
  async prepare(context, call) {
    const { name } = await callingNode(context);
    const endTurn = takeTurn(context, { name, call: "snapshot" });
    try {
      return await context.store.replication.snapshot(call);
    } finally {
      endTurn();
    }
  },
  async run(context, _call, answer) {
    const node = await callingNode(context);
    await takeNodeCall(context, node);
    return { answer, to: node.name, sealingKey: node.sealingKey, nonce: nonceOf(context.caller) };
  },
});
