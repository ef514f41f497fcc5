import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { batchInput, passwordInput } from "../kernel/inputs/password-input.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { queuedAudit, resetAudit } from "../requests/engine/queued-audit.ts";
import { accountWrite, isOwnAccount, queueOnAccount } from "./engine/account-write.ts";
import { checkPassword, subjectOf } from "./engine/check-password.ts";
import { requireMustChange } from "./engine/require-must-change.ts";

/**
 * Changes the password of an account as its owner, who proves it with the current one.
 * @throws NOT_FOUND, PASSWORD_STRENGTH and every code of `queueOperations`
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
  ...accountWrite(policyOf.action("accounts/changePassword")),
  async prepare(context, { key, currentPassword, password }) {
    const given = { password, oldPassword: currentPassword };
    return checkPassword(context, given, [subjectOf(await requireRow(context, "accounts", key))]);
  },
  async run(context, { key, currentPassword, password, batch }, [warnings]) {
    const account = await requireRow(context, "accounts", key);
    return queueOnAccount(context, account, [{ code: "PWCH", currentPassword, password, warnings }], batch);
  },
});

/**
 * Sets the password of an account as administrator of its target system; with `mustChange` its owner has to choose another
 * one at the next login.
 * @throws NOT_FOUND, PASSWORD_STRENGTH, CAPABILITY_MISSING and every code of `queueOperations`
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
  ...accountWrite(policyOf.action("accounts/resetPassword")),
  proof: isOwnAccount,
  audit: { ...queuedAudit, operation: resetAudit },
  async prepare(context, { key, password }) {
    return checkPassword(context, { password }, [subjectOf(await requireRow(context, "accounts", key))]);
  },
  async run(context, { key, password, mustChange, batch }, [warnings]) {
    const account = await requireRow(context, "accounts", key);
    if (mustChange === true) await requireMustChange(context, [account]);
    return queueOnAccount(context, account, [{ code: "PWRS", password, mustChange, warnings }], batch);
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
