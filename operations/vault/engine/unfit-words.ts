import { type RunScope, unfitFor } from "#domain/vault/due-accounts.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";

/** Why no run may be asked for over an account, with the way out; undefined where one may. */
export async function unfitWords(
  { store }: Pick<CallContext, "store">,
  kind: RunScope["kind"],
  account: Row<"managedAccounts">,
): Promise<string | undefined> {
  const system = await store.get("managedSystems", account.managedSystemKey);
  const entries = await store.select("vaultEntries", { where: { managedAccountKey: account.key } });
  return unfitFor({
    kind,
    account,
    policy: await store.get("managedSystemPolicies", account.policyId),
    isSystemEnabled: system?.enabled === true,
    entries: { notFailed: entries.filter(({ status }) => status !== "failed").length, all: entries.length },
  });
}
