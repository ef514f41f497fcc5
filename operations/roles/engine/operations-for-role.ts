import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { givingOperations, type HeldAccount, type TargetedEntitlement } from "#domain/roles/role-operations.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { profileOf } from "../../requests/engine/defined-attributes.ts";

type Stored = Pick<CallContext, "store">;

/** Role that a person gets. */
export interface WantedRole {
  readonly userKey: string;
  readonly roleKey: string;
}

/**
 * Returns what a role in force contains on target systems, in an order that is always the same. Groups that are no longer on record are left
 * out: nobody can be given them.
 */
export async function entitlementsOf({ store }: Stored, roleKey: string): Promise<readonly TargetedEntitlement[]> {
  const where = allOf(eq("roleKey", roleKey), oneOf("kind", ["account", "membership"]));
  const rows = await store.select("roleEntitlements", { where, orderBy: [["key", "asc"]] });
  const keys = rows.flatMap(({ groupKey }) => groupKey ?? []);
  const groups = keys.length === 0 ? [] : await store.select("groups", { where: oneOf("key", keys) });
  const known = new Set(groups.map(({ key }) => key));
  return rows.filter(({ groupKey }) => groupKey === null || known.has(groupKey));
}

/**
 * Returns the operations of a request for a role: the membership in the role, and after it those that give what its recipient lacks of it.
 * @throws ROLE_EMPTY_HANDED if an account cannot be made because the profile of the recipient lacks a value
 */
export async function operationsForRole(context: Stored, wanted: WantedRole): Promise<readonly RequestedOperation[]> {
  const { roleKey } = wanted;
  const given = await operationsForEntitlements(context, wanted, await entitlementsOf(context, roleKey));
  return [{ code: "ROLA", roleKey }, ...given];
}

/**
 * Returns the operations that give a person what they lack of some entitlements of a role.
 * @throws ROLE_EMPTY_HANDED if an account cannot be made because the profile of the recipient lacks a value
 */
export async function operationsForEntitlements(
  context: Stored,
  { userKey, roleKey }: WantedRole,
  entitlements: readonly TargetedEntitlement[],
): Promise<readonly RequestedOperation[]> {
  const { store } = context;
  const targets = [...new Set(entitlements.flatMap(({ targetSystemKey }) => targetSystemKey ?? []))];
  if (targets.length === 0) return [];
  const user = await store.get("users", userKey);
  const accounts = await heldAccounts(context, { userKey, targets, entitlements });
  const holder = { id: user?.id ?? "", profile: await profileOf(context, userKey), accounts };
  const found = givingOperations(entitlements, holder);
  if ("fault" in found) throw new ServiceError("ROLE_EMPTY_HANDED", { target: "recipientKey", message: found.fault });
  return found.operations.map((operation) => ({ ...operation, attributes: { ...operation.attributes }, roleKey }));
}

interface Holding {
  readonly userKey: string;
  readonly targets: readonly string[];
  readonly entitlements: readonly TargetedEntitlement[];
}

/** Returns the accounts of a person on target systems, with those groups of the entitlements in which they are. */
async function heldAccounts(
  { store }: Stored,
  { userKey, targets, entitlements }: Holding,
): Promise<readonly HeldAccount[]> {
  const accounts = await store.select("accounts", {
    where: allOf(eq("userKey", userKey), oneOf("targetSystemKey", targets)),
  });
  const groupKeys = entitlements.flatMap(({ groupKey }) => groupKey ?? []);
  const rows =
    accounts.length === 0 || groupKeys.length === 0
      ? []
      : await store.select("groupMemberships", {
          where: allOf(
            oneOf(
              "accountKey",
              accounts.map(({ key }) => key),
            ),
            oneOf("groupKey", groupKeys),
          ),
        });
  const groupsOf = Map.groupBy(rows, ({ accountKey }) => accountKey);
  return accounts.map(({ key, targetSystemKey, shortId }) => ({
    key,
    targetSystemKey,
    shortId,
    groupKeys: new Set((groupsOf.get(key) ?? []).map(({ groupKey }) => groupKey)),
  }));
}
