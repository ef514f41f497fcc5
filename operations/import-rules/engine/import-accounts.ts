import { ServiceError } from "#domain/errors.ts";
import { historical } from "#domain/vault/historical-policy.ts";
import { nextChange } from "#domain/vault/next-change.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { bringUnder, type BroughtUnder } from "../../managed-accounts/engine/manage-again.ts";
import { boundSystem } from "../../managed-accounts/engine/place-system.ts";
import type { UsableRule } from "./compile-import-rules.ts";

/** No password of the account is in the vault yet, so none is confirmed (domain 5). */
const uncertain = "U";

/**
 * Applies a rule to an account, in the current transaction. Returns the account if it was managed before and has come under another policy.
 */
export async function importAccount(
  context: CallContext,
  { row: { action, policyId } }: UsableRule,
  account: Row<"accounts">,
): Promise<BroughtUnder | undefined> {
  const { store } = context;
  const [known] = await store.select("managedAccounts", { where: { accountKey: account.key }, limit: 1 });
  if (action === "bind") return bindAccount(context, account, { known, policyId: policyId ?? "" });
  if (known) await store.save("managedAccounts", { key: known.key, ...historical });
  return undefined;
}

async function bindAccount(
  context: CallContext,
  { key: accountKey, targetSystemKey }: Row<"accounts">,
  { known, policyId }: { readonly known: Row<"managedAccounts"> | undefined; readonly policyId: string },
): Promise<BroughtUnder | undefined> {
  const { store, ids, clock } = context;
  const policy = await store.get("managedSystemPolicies", policyId);
  const system = await boundSystem({ store }, targetSystemKey, policyId);
  if (!policy || !system) throw new ServiceError("CONFLICT", { detail: `${targetSystemKey} has left ${policyId}` });
  const nextRandomized = nextChange(policy, known?.lastRandomized ?? null, clock.now());
  const place = { policyId, managedSystemKey: system.key, nextRandomized };
  if (known) return bringUnder(context, { key: known.key, ...place, disabledReason: null });
  await store.add("managedAccounts", { key: ids.guid(), accountKey, status: uncertain, ...place });
  return undefined;
}
