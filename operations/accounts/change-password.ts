import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { keyInput } from "../requests/operation-input.ts";
import { batchInput, passwordInput } from "../requests/password-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/queue-operations.ts";
import { queuedRow } from "../requests/queued-audit.ts";
import { accountFacts, accountOfCall } from "./account-of-call.ts";

const input = z.strictObject({
  key: keyInput,
  currentPassword: passwordInput,
  password: passwordInput,
  batch: batchInput,
});

/**
 * Changes the password of an account as its owner, who proves it with the current one.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const changePassword = defineOperation({
  name: "accounts.changePassword",
  operationType: "ACCOUNT_PASSWORD_CHANGE",
  identified: true,
  input,
  policies: [{ name: "accounts_post_changepassword", facts: (context, { key }) => accountFacts(context, key) }],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ key }, operation?: QueuedOperation) => ({ ident: key, ...queuedRow(operation) }),
  },
  async run(context, { key, currentPassword, password, batch }): Promise<QueuedOperation> {
    const { targetSystemKey, userKey } = await accountOfCall(context, key);
    return queueOperations(context, {
      recipientKey: userKey,
      operations: [{ code: "PWCH", targetSystemKey, accountKey: key, currentPassword, password }],
      batch,
    });
  },
});
