import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { changedKeyMaxCharacters, rangesMax } from "#domain/node-limits.ts";
import type { RangesAnswer, RangesCall, SignedAnswer } from "#domain/nodes/node-call.ts";
import { comparedTables } from "#store/replication/comparison.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { callingNode, nonceOf, takeNodeCall } from "./engine/calling-node.ts";
import { takeTurn } from "./engine/node-turns.ts";
import { requireOwnKeys } from "./engine/own-node.ts";
import { signAnswer } from "./engine/signed-answers.ts";

const key = z.string().max(changedKeyMaxCharacters);

/** Schema of a table that nodes compare; rows of no other one can be asked for. */
export const comparedTable = z.enum(comparedTables as [string, ...string[]], {
  error: "must be a table whose rows all nodes have",
});

/**
 * Gives another node hashes of ranges of keys, by which it finds the rows that it has differently. It learns nothing of other tables, nor of
 * secrets.
 * @throws NODE_PAUSED, NODE_EXPELLED, TOO_MANY
 */
export const giveRanges = defineOperation<RangesCall, SignedAnswer, Pick<RangesAnswer, "hashes" | "vector">>({
  name: "nodes.giveRanges",
  input: z.strictObject({ table: comparedTable, after: key, ends: z.array(key.nullable()).min(1).max(rangesMax) }),
  callers: ["node"],
  audit: { operation: "NDCG", when: "refusalOnly", describe: ({ table }) => ({ message: table }) },
  async prepare(context, { table, after, ends }) {
    const { name } = await callingNode(context);
    if (ends.slice(0, -1).includes(null)) throw new ServiceError("INPUT_INVALID", { target: "ends" });
    const endTurn = takeTurn(context, { name, call: "compare" });
    try {
      const { comparison } = context.store.replication;
      const hashes = await comparison.hashes({ table: table as never, after }, ends);
      return { hashes, vector: (await comparison.settled()) ?? null };
    } finally {
      endTurn();
    }
  },
  async run(context, _call, given) {
    const node = await callingNode(context);
    await takeNodeCall(context, node);
    const { store, caller } = context;
    const { name: to } = node;
    const answer: RangesAnswer = { nonce: nonceOf(caller), from: store.node, to, schema: schemaVersion(), ...given };
    return signAnswer("ranges", answer, await requireOwnKeys(context));
  },
});
