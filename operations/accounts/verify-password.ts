import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { requireRow } from "../read/require-row.ts";
import { keyInput } from "../requests/engine/operation-input.ts";
import { batchInput, passwordInput } from "../requests/engine/password-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";
import { accountFacts } from "./engine/account-facts.ts";

const input = z.strictObject({
  key: keyInput,
  password: passwordInput,
  batch: batchInput,
});

/**
 * Tries a password on the target system as the account's owner; the operation succeeds when it opens the account.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const verifyPassword = defineOperation({
  name: "accounts.verifyPassword",
  operationType: "ACCOUNT_PASSWORD_VERIFY",
  input,
  policies: [
    { name: policyOf.action("accounts/verifyPassword"), facts: (context, { key }) => accountFacts(context, key) },
  ],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ key }, operation?: QueuedOperation) => ({ ident: key, ...queuedRow(operation) }),
  },
  async run(context, { key, password, batch }): Promise<QueuedOperation> {
    const { targetSystemKey, userKey } = await requireRow(context, "accounts", key);
    return queueOperations(context, {
      recipientKey: userKey,
      operations: [{ code: "PWVF", targetSystemKey, accountKey: key, password }],
      batch,
    });
  },
});
