import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { askWhatOpens } from "../../vault/engine/ask-what-opens.ts";
import { doubtAccounts } from "../../vault/engine/doubt-accounts.ts";
import { type MovedAccount, tellMoved } from "./tell-moved.ts";

/** New policy and system of a managed account. */
export type Place = Pick<Row<"managedAccounts">, "key" | "policyId" | "managedSystemKey" | "nextRandomized"> &
  Partial<Pick<Row<"managedAccounts">, "disabledReason">>;

/** A known managed account that was put under a policy. */
export interface BroughtUnder {
  readonly account: Row<"managedAccounts">;
  readonly toAsk: readonly Row<"managedAccounts">[];
  readonly moved: MovedAccount;
}

/**
 * Puts a known managed account under a policy, in the current transaction. Under HISTORICAL no one kept its password, and people could
 * change it. So the passwords of a returning account are uncertain until its target is asked: pass `toAsk` to `askWhatOpens`.
 */
export async function bringUnder(context: CallContext, place: Place): Promise<BroughtUnder> {
  const { store } = context;
  const before = await store.lock("managedAccounts", place.key);
  const account = await store.save("managedAccounts", { ...place, accountName: null });
  const moved = { from: before?.policyId ?? historicalPolicyId, to: place.policyId };
  if (before?.policyId !== historicalPolicyId) return { account, toAsk: [], moved };
  const toAsk = await doubtAccounts(context, [place.key], "back");
  return { account: toAsk[0] ?? account, toAsk, moved };
}

/** Puts a known managed account under a policy, has its target asked at once, and notifies the persons responsible. */
export async function manageAgain(context: CallContext, place: Place): Promise<Row<"managedAccounts">> {
  const { account, toAsk, moved } = await bringUnder(context, place);
  await tellMoved(context, [moved]);
  await askWhatOpens(context, toAsk);
  return account;
}
