import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { batchInput, passwordInput } from "../kernel/inputs/password-input.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { requireHelpable } from "../people/engine/require-helpable.ts";
import { queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedAudit, resetAudit } from "../requests/engine/queued-audit.ts";
import { accountWrite, isOwnAccount, queueOnAccount } from "./engine/account-write.ts";
import { checkTogether } from "./engine/check-password.ts";
import { checkResets } from "./engine/check-resets.ts";
import { accountsTogether, holdAccounts, mustDiffer, resetsOf } from "./engine/password-scope.ts";
import { requireMustChange } from "./engine/require-must-change.ts";

const changePolicy = policyOf.action("accounts/changePassword");
const resetPolicy = policyOf.action("accounts/resetPassword");

/**
 * Changes the password of an account as its owner, who proves it with the current one. The accounts that its target group keeps the same get
 * the password after the target has accepted the current one.
 * @throws NOT_FOUND, PASSWORD_STRENGTH, TARGET_GROUP_ACCOUNTS, TARGET_GROUP_CHANGING and every code of `queueOperations`
 */
export const changePassword = defineOperation({
  name: "accounts.changePassword",
  operationType: "ACCOUNT_PASSWORD_CHANGE",
  input: z.strictObject({
    key: keyInput,
    currentPassword: passwordInput,
    password: passwordInput,
    batch: batchInput,
  }),
  ...accountWrite(changePolicy),
  // The current password is tried at the target only later: with a session alone, an intruder could guess at other accounts by the refusals.
  proof: async (context, given) =>
    (await isOwnAccount(context, given)) && mustDiffer(context, context.caller.key ?? ""),
  async prepare(context, { key, currentPassword, password }) {
    const accounts = await accountsTogether(context, [await requireRow(context, "accounts", key)], changePolicy);
    return checkTogether(context, { password, oldPassword: currentPassword }, accounts);
  },
  async run(context, { key, currentPassword, password, batch }, warnings) {
    const account = await requireRow(context, "accounts", key);
    const accounts = await holdAccounts(context, [account], { password, warnings, policy: changePolicy });
    const operations = accounts.map(({ key: accountKey, targetSystemKey }) => {
      const change = accountKey === key ? ({ code: "PWCH", currentPassword } as const) : ({ code: "PWRS" } as const);
      return { ...change, password, targetSystemKey, accountKey, warnings: warnings.get(accountKey) };
    });
    return queueOperations(context, { recipientKey: account.userKey, operations, batch });
  },
});

/**
 * Sets the password of an account as administrator of its target system, and of the accounts that its target group keeps the same; with
 * `mustChange` its owner has to choose another one at the next login.
 * @throws NOT_FOUND, FORBIDDEN, PASSWORD_STRENGTH, PASSWORD_RESET_BLOCKED, TARGET_GROUP_ACCOUNTS, TARGET_GROUP_CHANGING, CAPABILITY_MISSING and every code of `queueOperations`
 */
export const resetPassword = defineOperation({
  name: "accounts.resetPassword",
  operationType: "ACCOUNT_PASSWORD_RESET",
  input: z.strictObject({
    key: keyInput,
    password: passwordInput,
    mustChange: z.boolean().nullish(),
    batch: batchInput,
  }),
  ...accountWrite(resetPolicy),
  proof: isOwnAccount,
  audit: { ...queuedAudit, operation: resetAudit },
  async prepare(context, { key, password }) {
    const accounts = await accountsTogether(context, [await requireRow(context, "accounts", key)], resetPolicy);
    return checkResets(context, { password }, accounts);
  },
  async run(context, { key, password, mustChange, batch }, warnings) {
    const account = await requireRow(context, "accounts", key);
    await requireHelpable(context, account.userKey);
    const accounts = await holdAccounts(context, [account], { password, warnings, policy: resetPolicy });
    if (mustChange === true) await requireMustChange(context, accounts);
    const operations = resetsOf(accounts, { password, mustChange, warnings });
    return queueOperations(context, { recipientKey: account.userKey, operations, batch });
  },
});

/**
 * Tries a password on the target system as the account's owner; the operation succeeds when it opens the account.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const verifyPassword = defineOperation({
  name: "accounts.verifyPassword",
  operationType: "ACCOUNT_PASSWORD_VERIFY",
  input: z.strictObject({ key: keyInput, password: passwordInput, batch: batchInput }),
  ...accountWrite(policyOf.action("accounts/verifyPassword")),
  async run(context, { key, password, batch }) {
    const account = await requireRow(context, "accounts", key);
    return queueOnAccount(context, account, [{ code: "PWVF", password }], batch);
  },
});
