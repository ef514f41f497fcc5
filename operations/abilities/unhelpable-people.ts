import { hasMoreRights } from "#domain/identity/more-rights.ts";
import { classesOf } from "#domain/identity/user-classes.ts";
import { policyOf } from "#domain/policy-name.ts";
import { oneOf } from "#domain/query/condition.ts";

import type { CallContext } from "../kernel/context.ts";
import { principalOf } from "../kernel/principal.ts";
import { peopleAbove, powerfulClasses } from "../people/engine/require-helpable.ts";

/** Reason for which a caller may not set passwords of a person: a policy forbids it, or the person has more rights. */
export type Unhelpable = "forbidden" | "above";

/**
 * Finds the users whose passwords a caller may not set, with the reasons, in a few statements for all: those whom the policy of resets does
 * not allow, and those with more rights whom the further policy does not allow. For the service itself there are none.
 */
export async function unhelpableAmong(
  context: CallContext,
  userKeys: readonly string[],
): Promise<ReadonlyMap<string, Unhelpable>> {
  const { store, caller, policies } = context;
  const found = new Map<string, Unhelpable>();
  if (caller.kind !== "user" || userKeys.length === 0) return found;
  const users = await store.select("users", { where: oneOf("key", userKeys) });
  const members = Map.groupBy(
    await store.select("userClassMembers", { where: oneOf("userKey", userKeys) }),
    ({ userKey }) => userKey,
  );
  // Nobody has more rights than a superuser.
  const above = caller.superuser ? new Set<string>() : await peopleAbove(context, caller.key);
  const powerful = caller.superuser ? new Set<string>() : await powerfulClasses(context);
  const reset = policyOf.action("users/resetPasswords");
  const resetAbove = policyOf.action("users/resetPasswordsAbove");
  const [resetter, resetterAbove] = [await principalOf(context, reset), await principalOf(context, resetAbove)];
  for (const { key, id, superuser, locked, disabled, managerKey, sponsorKey } of users) {
    const resource = { key, id, superuser, locked, disabled, managerKey, sponsorKey };
    const person = { key, superuser, classes: classesOf(members.get(key) ?? []) };
    const hasMore = key !== caller.key && hasMoreRights({ person, helper: caller, above, powerful });
    if (!policies.decide(reset, { principal: resetter, resource }).allowed) found.set(key, "forbidden");
    else if (hasMore && !policies.decide(resetAbove, { principal: resetterAbove, resource }).allowed)
      found.set(key, "above");
  }
  return found;
}
