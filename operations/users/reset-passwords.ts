import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { checkPassword, subjectOf } from "../accounts/engine/check-password.ts";
import { requireMustChange } from "../accounts/engine/require-must-change.ts";
import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { requireRow } from "../read/require-row.ts";
import { keyInput } from "../requests/engine/operation-input.ts";
import { batchInput, passwordInput } from "../requests/engine/password-input.ts";
import { type QueuedOperation, queueOperations } from "../requests/engine/queue-operations.ts";
import { queuedRow, resetAudit } from "../requests/engine/queued-audit.ts";
import { type Inability, unable } from "../requests/engine/unable.ts";
import { userFacts } from "./engine/policies-of-user.ts";

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
  const owned = await context.store.select("accounts", { where: { userKey: key }, orderBy: [["key", "asc"]] });
  return accountKeys === undefined ? resettable(context, owned) : accountKeys.map((wanted) => named(owned, wanted));
}

function named(owned: readonly Row<"accounts">[], key: string): Row<"accounts"> {
  const account = owned.find((row) => row.key === key);
  if (account) return account;
  throw new ServiceError("ACCOUNT_UNKNOWN", {
    target: "accountKeys",
    message: "accountKeys must name accounts of this user. Look them up under /v2/users({key})/accounts.",
  });
}

async function resettable(context: CallContext, owned: readonly Row<"accounts">[]): Promise<Row<"accounts">[]> {
  const able: Row<"accounts">[] = [];
  let forbidden: Inability | undefined;
  for (const account of owned) {
    const target = await context.store.get("targetSystems", account.targetSystemKey);
    if (!target?.enabled) continue;
    const inability = await unable(context, target, { code: "PWRS", accountKey: account.key });
    if (inability === undefined) able.push(account);
    if (inability?.code === "OPTION_FORBIDS" || inability?.code === "ACCOUNT_MANAGED") forbidden ??= inability;
  }
  if (able.length > 0) return able;
  if (forbidden) throw new ServiceError(forbidden.code, { message: forbidden.message, target: "accountKeys" });
  throw new ServiceError("CAPABILITY_MISSING", {
    target: "accountKeys",
    message: "The user has no account on an enabled target system that can reset passwords.",
  });
}
