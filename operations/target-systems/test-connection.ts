import { z } from "zod";

import { connectionTestCode } from "#domain/requests/named-codes.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";

/**
 * Tests the connection to a target system: its proxy signs in and identifies the target. Nothing is changed there, nor in the stored rows
 * of the target; the answer is in the operation that the caller follows.
 * @throws NOT_FOUND, TARGET_DISABLED, TARGET_WITHOUT_PROXY, CAPABILITY_MISSING
 */
export const testConnection = defineOperation({
  name: "targetSystems.testConnection",
  operationType: "TARGET_SYSTEM_TEST",
  input: z.strictObject({ key: z.string() }),
  callers: ["user"],
  policies: policiesOfChange("action", "targetSystems/testConnection"),
  audit: {
    operation: "TCRQ",
    describe: ({ key }, operation?: QueuedOperation) => ({ targetSystem: key, ...queuedRow(operation) }),
  },
  async run(context, { key }): Promise<QueuedOperation> {
    await visibleRow(context, { table: "targetSystems", key });
    return queueOperations(context, {
      recipientKey: null,
      operations: [{ code: connectionTestCode, targetSystemKey: key }],
    });
  },
});
