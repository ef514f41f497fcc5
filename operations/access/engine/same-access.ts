import { ServiceError } from "#domain/errors.ts";
import { type OperationCode, operationCodesWhere } from "#domain/requests/operation-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type Grant = Row<"grants">;
type Store = ServiceContext["store"];

/** Returns the code that gives access of a kind. */
export function givingCode(kind: Grant["kind"]): OperationCode | undefined {
  return operationCodesWhere(({ gives }) => gives === kind).at(0);
}

/**
 * Locks all grants of the same access that have not ended, in the order of their keys, so that two ends of it begin one operation, and
 * returns them. The caller holds no other grant.
 */
export function lockSameAccess(
  store: Pick<Store, "select">,
  { kind, accountKey, groupKey, userKey }: Pick<Grant, "kind" | "accountKey" | "groupKey" | "userKey">,
): Promise<readonly Grant[]> {
  const thing = kind === "ownership" ? { userKey, groupKey } : { accountKey, groupKey };
  return store.select("grants", {
    where: { kind, ...thing, endedAt: null },
    orderBy: [["key", "asc"]],
    forUpdate: true,
  });
}

/** Returns true while an operation is under way that gives the same access, or a membership that needs the account. */
export async function isBeingGiven(
  store: Pick<Store, "select">,
  { kind, accountKey, groupKey }: Grant,
): Promise<boolean> {
  const code = givingCode(kind === "account" ? "membership" : kind);
  if (code === undefined || accountKey === null) return false;
  const ofGroup = kind === "account" ? {} : { groupKey };
  const where = { code, result: OperationResult.Pending, accountKey, ...ofGroup };
  return (await store.select("requestOperations", { where, limit: 1 })).length > 0;
}

/**
 * Returns the account that an operation about a grant names: an ownership is that of a person, who has an account on the target system.
 * @throws ACCOUNT_UNKNOWN for an ownership whose owner has no account on the target system
 */
export async function accountOfGrant(
  { store }: { readonly store: Pick<Store, "select"> },
  { accountKey, userKey, targetSystemKey }: Grant,
): Promise<string> {
  if (accountKey !== null) return accountKey;
  const [own] =
    userKey === null ? [] : await store.select("accounts", { where: { userKey, targetSystemKey }, limit: 1 });
  if (own !== undefined) return own.key;
  const message = `The owner has no account on '${targetSystemKey}' any more. Remove the owner from the group.`;
  throw new ServiceError("ACCOUNT_UNKNOWN", { target: "key", message });
}
