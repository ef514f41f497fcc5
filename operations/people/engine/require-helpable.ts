import { hasMoreRights } from "#domain/identity/more-rights.ts";
import { classesOf } from "#domain/identity/user-classes.ts";
import { managerLevelsMax } from "#domain/people-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { classesNamed } from "#policies/classes-named.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { requirePolicy } from "../../kernel/require-policy.ts";
import { storedPolicies } from "../../policies/engine/stored-policies.ts";
import { userFacts } from "./policies-of-user.ts";

/**
 * Asks one more policy where a caller sets passwords of a person who has more rights, or who is above the caller. Own passwords, and those
 * of accounts without owner (null), need no such policy.
 * @throws FORBIDDEN
 */
export async function requireHelpable(context: CallContext, userKey: string | null): Promise<void> {
  const { store, caller } = context;
  if (userKey === null || userKey === caller.key || caller.superuser || caller.kind !== "user") return;
  const person = await store.get("users", userKey);
  if (person === undefined) return;
  const members = await store.select("userClassMembers", { where: { userKey } });
  const helped = {
    person: { key: userKey, superuser: person.superuser, classes: classesOf(members) },
    helper: { superuser: caller.superuser, classes: caller.classes },
    above: await peopleAbove(context, caller.key),
    powerful: await powerfulClasses(context),
  };
  if (!hasMoreRights(helped)) return;
  const name = policyOf.action("users/resetPasswordsAbove");
  await requirePolicy(context, { name, facts: () => userFacts(context, userKey) });
}

/** Returns the keys of the managers above a user. */
export async function peopleAbove({ store }: CallContext, userKey: string | null): Promise<ReadonlySet<string>> {
  const above = new Set<string>();
  let user: Pick<Row<"users">, "managerKey"> | undefined = await store.get("users", userKey ?? "");
  while (user?.managerKey && !above.has(user.managerKey) && above.size < managerLevelsMax) {
    above.add(user.managerKey);
    user = await store.get("users", user.managerKey);
  }
  return above;
}

/** Returns the classes that a policy in force names, or that have permissions for privileged passwords. */
export async function powerfulClasses({ store }: CallContext): Promise<ReadonlySet<string>> {
  const policies = await storedPolicies(store);
  const rights = await store.select("checkoutRights");
  return new Set([
    ...policies.flatMap(({ expression }) => classesNamed(expression)),
    ...rights.map(({ userClassId }) => userClassId),
  ]);
}
