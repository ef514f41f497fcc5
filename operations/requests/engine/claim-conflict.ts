import { isClaimable } from "#domain/requests/account-claim.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import type { Outcome } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/**
 * Returns the failed outcome of a claim whose password was right, but whose account has got an owner since, or is deleted; undefined for
 * every other outcome. The account is locked until the transaction ends.
 */
export async function claimConflict(
  { store }: Pick<ServiceContext, "store">,
  { code, accountKey }: Row<"requestOperations">,
  outcome: Outcome,
): Promise<Outcome | undefined> {
  if (definitionOf(code).claims !== true || outcome.result !== "S") return undefined;
  const account = accountKey === null ? undefined : await store.lock("accounts", accountKey);
  if (account && isClaimable(account)) return undefined;
  return { ...outcome, result: "F", code: "policy", message: "The account has got an owner while it was claimed." };
}
