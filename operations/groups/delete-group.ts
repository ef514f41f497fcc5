import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { requireRow } from "../read/require-row.ts";
import { keyInput } from "../requests/engine/operation-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";

/**
 * Deletes a group on its target system; its row goes when the target has done so.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const deleteGroup = defineOperation({
  name: "groups.delete",
  operationType: "GROUP_DELETE",
  input: z.strictObject({ key: keyInput }),
  policies: [{ name: policyOf.remove("groups") }],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ key }, operation?: QueuedOperation) => ({ ident: key, ...queuedRow(operation) }),
  },
  async run(context, { key }): Promise<QueuedOperation> {
    const { targetSystemKey } = await requireRow(context, "groups", key);
    return queueOperations(context, {
      recipientKey: null,
      operations: [{ code: "DELG", targetSystemKey, groupKey: key }],
    });
  },
});
