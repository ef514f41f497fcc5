import { classesOf } from "#domain/identity/user-classes.ts";
import { initialRules, type PolicyRules } from "#domain/passwords/password-rules.ts";
import { allOf, ne, oneOf } from "#domain/query/condition.ts";

import type { ServiceContext } from "../kernel/context.ts";

/** A password policy that holds for a password. */
export interface HeldPolicy {
  readonly id: string;
  readonly rules: PolicyRules;
}

type Context = Pick<ServiceContext, "store">;

/** Password policy of the service's own passwords, and of target groups that name no other. */
export const defaultPasswordPolicy = "DEFAULT";

/** Returns a password policy by its id. A missing one does not free passwords from rules. */
export async function heldPolicy({ store }: Context, id: string): Promise<HeldPolicy> {
  return { id, rules: (await store.get("passwordPolicies", id)) ?? initialRules() };
}

/** Returns the ids of the further policies of users, those of their classes, by the key of the user: a few statements for all. */
export async function furtherPolicyIds(
  { store }: Context,
  userKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tied = new Map(
    (await store.select("userClasses", { where: ne("passwordPolicyId", null) })).map(({ id, passwordPolicyId }) => [
      id,
      passwordPolicyId ?? "",
    ]),
  );
  if (tied.size === 0) return new Map();
  const where = allOf(oneOf("userClassId", [...tied.keys()]), oneOf("userKey", userKeys));
  const members = Map.groupBy(await store.select("userClassMembers", { where }), ({ userKey }) => userKey);
  const idsOf = (userKey: string) => classesOf(members.get(userKey) ?? []).flatMap((id) => tied.get(id) ?? []);
  return new Map(userKeys.map((userKey) => [userKey, [...new Set(idsOf(userKey))].toSorted()]));
}

async function policiesOfClasses(context: Context, userKey: string | null): Promise<readonly HeldPolicy[]> {
  if (userKey === null) return [];
  const ids = (await furtherPolicyIds(context, [userKey])).get(userKey) ?? [];
  return Promise.all(ids.map((id) => heldPolicy(context, id)));
}

function once(policies: readonly HeldPolicy[]): readonly HeldPolicy[] {
  return [...new Map(policies.map((policy) => [policy.id, policy])).values()];
}

/** Returns the policies that hold together for a user's password of the service itself. */
export async function policiesOfOwnPassword(context: Context, userKey: string): Promise<readonly HeldPolicy[]> {
  const policies = [await heldPolicy(context, defaultPasswordPolicy), ...(await policiesOfClasses(context, userKey))];
  return once(policies);
}

/**
 * Returns the policies that hold together for the password of an account: that of the target group, then those of the classes of its owner.
 * Returns undefined if there is no such target system.
 */
export async function policiesOfAccount(
  context: Context,
  targetSystemKey: string,
  userKey: string | null,
): Promise<readonly HeldPolicy[] | undefined> {
  const { store } = context;
  const target = await store.get("targetSystems", targetSystemKey);
  if (!target) return undefined;
  const group = await store.get("targetGroups", target.targetGroup);
  const first = group
    ? await heldPolicy(context, group.passwordPolicyId)
    : { id: defaultPasswordPolicy, rules: initialRules() };
  return once([first, ...(await policiesOfClasses(context, userKey))]);
}
