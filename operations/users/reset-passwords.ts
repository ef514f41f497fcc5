import { z } from "zod";

import { requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { chosenAccounts } from "../accounts/engine/password-scope.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { batchInput, passwordInput } from "../kernel/inputs/password-input.ts";
import { userFacts } from "../people/engine/policies-of-user.ts";
import type { QueuedOperation } from "../requests/engine/queue-operations.ts";
import { queuedRow, resetAudit } from "../requests/engine/queued-audit.ts";
import { checkReset, queueReset } from "./engine/reset-together.ts";

const input = z.strictObject({
  key: keyInput,
  password: passwordInput,
  mustChange: z.boolean().nullish(),
  accountKeys: z.array(keyInput).min(1, "must not be empty").max(requestOperationsMax).optional(),
  batch: batchInput,
});

/**
 * Sets one password on the accounts of a user: those that are named, or all whose target systems can do it, and those that their target
 * groups keep the same.
 * @throws NOT_FOUND, ACCOUNT_UNKNOWN, PASSWORD_STRENGTH, TARGET_GROUP_ACCOUNTS, TARGET_GROUP_CHANGING, CAPABILITY_MISSING, OPTION_FORBIDS, ACCOUNT_MANAGED, PASSWORD_RESET_BLOCKED, FORBIDDEN and every code of `queueOperations`
 */
export const resetPasswords = defineOperation({
  name: "users.resetPasswords",
  operationType: "USER_PASSWORDS_RESET",
  input,
  policies: [{ name: policyOf.action("users/resetPasswords"), facts: (context, { key }) => userFacts(context, key) }],
  callers: ["user"],
  // With only a session, an intruder would get the passwords too, which allow sign-in elsewhere, or here (SIGN_IN_TARGET).
  proof: ({ caller }, { key }) => key === caller.key,
  audit: {
    operation: resetAudit,
    describe: ({ key }, operation?: QueuedOperation) => ({ recipient: key, ...queuedRow(operation) }),
  },
  async prepare(context, given) {
    return checkReset(context, await chosenAccounts(context, given.key, given.accountKeys), given);
  },
  async run(context, given, warnings): Promise<QueuedOperation> {
    const chosen = await chosenAccounts(context, given.key, given.accountKeys);
    return queueReset(context, chosen, { ...given, recipientKey: given.key, warnings });
  },
});
