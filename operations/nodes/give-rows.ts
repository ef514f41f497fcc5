import { z } from "zod";

import { changedKeyMaxCharacters, comparedRowsMax } from "#domain/node-limits.ts";
import type { RowsCall } from "#domain/nodes/node-call.ts";
import type { Answer } from "#store/replication/replication.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { callingNode, nonceOf, takeNodeCall } from "./engine/calling-node.ts";
import { takeTurn } from "./engine/node-turns.ts";
import type { GivenChanges } from "./engine/pack-answer.ts";
import { comparedTable } from "./give-ranges.ts";

const key = z.string().max(changedKeyMaxCharacters);

/**
 * Gives another node the rows of a range of keys, to be compared: with the stamps of all columns, and of secrets only that there is one.
 * @throws NODE_PAUSED, NODE_EXPELLED, TOO_MANY
 */
export const giveRows = defineOperation<RowsCall, GivenChanges, Answer>({
  name: "nodes.giveRows",
  input: z.strictObject({
    table: comparedTable,
    after: key,
    upTo: key.nullable(),
    max: z.int().min(1).max(comparedRowsMax),
  }),
  callers: ["node"],
  audit: { operation: "NDCG", when: "refusalOnly", describe: ({ table }) => ({ message: table }) },
  async prepare(context, { table, max, ...range }) {
    const { name } = await callingNode(context);
    const endTurn = takeTurn(context, { name, call: "compare" });
    try {
      const { store } = context;
      const {
        rows,
        isWhole,
        vector = {},
      } = await store.replication.comparison.rows({ ...range, table: table as never }, max);
      return { from: store.node, logEpoch: 0, changes: rows, secrets: [], position: isWhole ? 0 : 1, vector };
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
