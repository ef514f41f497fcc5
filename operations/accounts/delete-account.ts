import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { requireRow } from "../read/require-row.ts";
import { keyInput } from "../requests/engine/operation-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";
import { accountFacts } from "./engine/account-facts.ts";

/**
 * Deletes an account on its target system; its row goes when the target has done so.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const deleteAccount = defineOperation({
  name: "accounts.delete",
  operationType: "ACCOUNT_DELETE",
  input: z.strictObject({ key: keyInput }),
  policies: [{ name: policyOf.remove("accounts"), facts: (context, { key }) => accountFacts(context, key) }],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ key }, operation?: QueuedOperation) => ({ ident: key, ...queuedRow(operation) }),
  },
  async run(context, { key }): Promise<QueuedOperation> {
    const { targetSystemKey, userKey } = await requireRow(context, "accounts", key);
    return queueOperations(context, {
      recipientKey: userKey,
      operations: [{ code: "DELU", targetSystemKey, accountKey: key }],
    });
  },
});
