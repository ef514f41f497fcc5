import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { requireRow } from "../read/require-row.ts";
import { keyInput } from "../requests/engine/operation-input.ts";
import { batchInput, passwordInput } from "../requests/engine/password-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow, resetAudit } from "../requests/engine/queued-audit.ts";
import { accountFacts } from "./engine/account-facts.ts";
import { checkPassword, subjectOf } from "./engine/check-password.ts";
import { requireMustChange } from "./engine/require-must-change.ts";

const input = z.strictObject({
  key: keyInput,
  password: passwordInput,
  mustChange: z.boolean().nullish(),
  batch: batchInput,
});

/**
 * Sets the password of an account as administrator of its target system; with `mustChange` its owner has to choose another
 * one at the next login.
 * @throws NOT_FOUND, PASSWORD_STRENGTH, CAPABILITY_MISSING and every code of `queueOperations`
 */
export const resetPassword = defineOperation({
  name: "accounts.resetPassword",
  operationType: "ACCOUNT_PASSWORD_RESET",
  input,
  policies: [
    { name: policyOf.action("accounts/resetPassword"), facts: (context, { key }) => accountFacts(context, key) },
  ],
  callers: ["user"],
  audit: {
    operation: resetAudit,
    describe: ({ key }, operation?: QueuedOperation) => ({ ident: key, ...queuedRow(operation) }),
  },
  async prepare(context, { key, password }) {
    return checkPassword(context, { password }, [subjectOf(await requireRow(context, "accounts", key))]);
  },
  async run(context, { key, password, mustChange, batch }, [warnings]): Promise<QueuedOperation> {
    const { targetSystemKey, userKey } = await requireRow(context, "accounts", key);
    if (mustChange === true) await requireMustChange(context, [targetSystemKey]);
    return queueOperations(context, {
      recipientKey: userKey,
      operations: [{ code: "PWRS", targetSystemKey, accountKey: key, password, mustChange, warnings }],
      batch,
    });
  },
});
