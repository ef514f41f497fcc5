import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { requireRow } from "../read/require-row.ts";
import { keyInput } from "../requests/engine/operation-input.ts";
import { batchInput, passwordInput } from "../requests/engine/password-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow } from "../requests/engine/queued-audit.ts";
import { accountFacts } from "./engine/account-facts.ts";
import { checkPassword, subjectOf } from "./engine/check-password.ts";

const input = z.strictObject({
  key: keyInput,
  currentPassword: passwordInput,
  password: passwordInput,
  batch: batchInput,
});

/**
 * Changes the password of an account as its owner, who proves it with the current one.
 * @throws NOT_FOUND, PASSWORD_STRENGTH and every code of `queueOperations`
 */
export const changePassword = defineOperation({
  name: "accounts.changePassword",
  operationType: "ACCOUNT_PASSWORD_CHANGE",
  input,
  policies: [
    { name: policyOf.action("accounts/changePassword"), facts: (context, { key }) => accountFacts(context, key) },
  ],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ key }, operation?: QueuedOperation) => ({ ident: key, ...queuedRow(operation) }),
  },
  async prepare(context, { key, currentPassword, password }) {
    const given = { password, oldPassword: currentPassword };
    return checkPassword(context, given, [subjectOf(await requireRow(context, "accounts", key))]);
  },
  async run(context, { key, currentPassword, password, batch }, [warnings]): Promise<QueuedOperation> {
    const { targetSystemKey, userKey } = await requireRow(context, "accounts", key);
    return queueOperations(context, {
      recipientKey: userKey,
      operations: [{ code: "PWCH", targetSystemKey, accountKey: key, currentPassword, password, warnings }],
      batch,
    });
  },
});
