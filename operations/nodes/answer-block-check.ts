import { z } from "zod";

import { blockSubjectsMax } from "#domain/node-limits.ts";
import type { BlockCheckAnswer, BlockCheckCall, SignedAnswer } from "#domain/nodes/node-call.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { isResetBlocked } from "../password-blocks/engine/blocks-on.ts";
import { callingNode, nonceOf, takeNodeCall } from "./engine/calling-node.ts";
import { takeTurn } from "./engine/node-turns.ts";
import { requireOwnKeys } from "./engine/own-node.ts";
import { signAnswer } from "./engine/signed-answers.ts";

const key = z.guid().nullable();

/**
 * Tells another node whether a block of password resets holds here for one of the users and accounts, and nothing more about them.
 * @throws NODE_PAUSED, NODE_EXPELLED, TOO_MANY
 */
export const answerBlockCheck = defineOperation<BlockCheckCall, SignedAnswer, boolean>({
  name: "nodes.answerBlockCheck",
  input: z.strictObject({
    subjects: z
      .array(z.strictObject({ userKey: key, accountKey: key }))
      .min(1)
      .max(blockSubjectsMax),
  }),
  callers: ["node"],
  audit: { operation: "NDBL", when: "refusalOnly", describe: ({ subjects }) => ({ message: `of ${subjects.length}` }) },
  async prepare(context, { subjects }) {
    const { name } = await callingNode(context);
    const endTurn = takeTurn(context, { name, call: "blocks" });
    try {
      return await isResetBlocked(context, subjects);
    } finally {
      endTurn();
    }
  },
  async run(context, _call, blocked) {
    const node = await callingNode(context);
    await takeNodeCall(context, node);
    const { store, caller } = context;
    const answer: BlockCheckAnswer = { nonce: nonceOf(caller), from: store.node, to: node.name, blocked };
    return signAnswer("blocks", answer, await requireOwnKeys(context));
  },
});
