import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import { type Inability, unable } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";

/** Returns the accounts of a user. */
export function accountsOf({ store }: Pick<CallContext, "store">, userKey: string): Promise<Row<"accounts">[]> {
  return store.select("accounts", { where: { userKey }, orderBy: [["key", "asc"]] });
}

/**
 * Returns the accounts whose target systems can reset a password, and the reason why the first forbidden one cannot; undefined if none is
 * forbidden.
 */
export async function sortResettable(
  context: CallContext,
  owned: readonly Row<"accounts">[],
): Promise<{ readonly able: readonly Row<"accounts">[]; readonly forbidden: Inability | undefined }> {
  const able: Row<"accounts">[] = [];
  let forbidden: Inability | undefined;
  for (const account of owned) {
    const target = await context.store.get("targetSystems", account.targetSystemKey);
    if (!target?.enabled) continue;
    const inability = await unable(context, target, { code: "PWRS", accountKey: account.key });
    if (inability === undefined) able.push(account);
    if (inability?.code === "OPTION_FORBIDS" || inability?.code === "ACCOUNT_MANAGED") forbidden ??= inability;
  }
  return { able, forbidden };
}

/**
 * Returns the accounts whose target systems can reset a password; at least one.
 * @throws OPTION_FORBIDS, ACCOUNT_MANAGED, CAPABILITY_MISSING
 */
export async function resettableAccounts(
  context: CallContext,
  owned: readonly Row<"accounts">[],
): Promise<readonly Row<"accounts">[]> {
  const { able, forbidden } = await sortResettable(context, owned);
  if (able.length > 0) return able;
  if (forbidden) throw new ServiceError(forbidden.code, { message: forbidden.message, target: "accountKeys" });
  throw new ServiceError("CAPABILITY_MISSING", {
    target: "accountKeys",
    message: "The user has no account on an enabled target system that can reset passwords.",
  });
}
