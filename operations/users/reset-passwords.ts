import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { checkPassword, subjectOf } from "../accounts/engine/check-password.ts";
import { requireMustChange } from "../accounts/engine/require-must-change.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { batchInput, passwordInput } from "../kernel/inputs/password-input.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { userFacts } from "../people/engine/policies-of-user.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow, resetAudit } from "../requests/engine/queued-audit.ts";
import { accountsOf, resettableAccounts } from "./engine/resettable-accounts.ts";

const input = z.strictObject({
  key: keyInput,
  password: passwordInput,
  mustChange: z.boolean().nullish(),
  accountKeys: z.array(keyInput).min(1, "must not be empty").max(requestOperationsMax).optional(),
  batch: batchInput,
});

/**
 * Sets one password on the accounts of a user: those that are named, or all whose target systems can do it.
 * @throws NOT_FOUND, ACCOUNT_UNKNOWN, PASSWORD_STRENGTH, CAPABILITY_MISSING, OPTION_FORBIDS, ACCOUNT_MANAGED and every code of `queueOperations`
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
    const chosen = await chosenAccounts(context, given);
    const warnings = await checkPassword(context, given, chosen.map(subjectOf));
    return new Map(chosen.map((account, index) => [account.key, warnings[index]]));
  },
  async run(context, { key, password, mustChange, accountKeys, batch }, warnings): Promise<QueuedOperation> {
    const chosen = await chosenAccounts(context, { key, accountKeys });
    if (mustChange === true) await requireMustChange(context, chosen);
    const reset = { code: "PWRS", password, mustChange } as const;
    const operations = chosen.map(({ key: accountKey, targetSystemKey }) => {
      return { ...reset, targetSystemKey, accountKey, warnings: warnings.get(accountKey) };
    });
    return queueOperations(context, { recipientKey: key, operations, batch });
  },
});

async function chosenAccounts(
  context: CallContext,
  { key, accountKeys }: Pick<z.output<typeof input>, "key" | "accountKeys">,
): Promise<readonly Row<"accounts">[]> {
  await requireRow(context, "users", key);
  const owned = await accountsOf(context, key);
  return accountKeys === undefined
    ? resettableAccounts(context, owned)
    : accountKeys.map((wanted) => named(owned, wanted));
}

function named(owned: readonly Row<"accounts">[], key: string): Row<"accounts"> {
  const account = owned.find((row) => row.key === key);
  if (account) return account;
  throw new ServiceError("ACCOUNT_UNKNOWN", {
    target: "accountKeys",
    message: "accountKeys must name accounts of this user. Look them up under /v2/users({key})/accounts.",
  });
}
