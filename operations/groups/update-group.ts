import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { attributesInput, keyInput } from "../requests/operation-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/queue-operations.ts";
import { queuedRow } from "../requests/queued-audit.ts";
import { groupOfCall } from "./group-of-call.ts";

const input = z.strictObject({ key: keyInput, attributes: attributesInput });

/**
 * Replaces attributes of a group on its target system; those that are not named stay.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const updateGroup = defineOperation({
  name: "groups.update",
  operationType: "GROUP_UPDATE",
  identified: true,
  input,
  policies: [{ name: "groups_patch_update" }],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ key }, operation?: QueuedOperation) => ({ ident: key, ...queuedRow(operation) }),
  },
  async run(context, { key, attributes }): Promise<QueuedOperation> {
    const { targetSystemKey } = await groupOfCall(context, key);
    return queueOperations(context, {
      recipientKey: null,
      operations: [{ code: "UPDG", targetSystemKey, groupKey: key, attributes }],
    });
  },
});
