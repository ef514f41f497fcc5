import { type CheckoutRight, holdingRights } from "#domain/checkouts/checkout-rights.ts";
import { allOf, eq, oneOf, related } from "#domain/query/condition.ts";

import type { ServiceContext } from "../kernel/context.ts";

type Stored = Pick<ServiceContext, "store">;

/** Returns the permissions of a user for the passwords under a managed system policy, given by the user's classes. */
export async function rightsOf(
  { store }: Stored,
  policyId: string,
  userKey: string,
): Promise<ReadonlySet<CheckoutRight>> {
  const where = allOf(eq("policyId", policyId), related("members", eq("userKey", userKey)));
  return new Set((await store.select("checkoutRights", { where })).map(({ right }) => right));
}

/** Reports whether a user has a permission under a policy that allows holding a password. */
export async function mayHold(
  context: Stored,
  { policyId, userKey }: { readonly policyId: string; readonly userKey: string },
): Promise<boolean> {
  const rights = await rightsOf(context, policyId, userKey);
  return holdingRights.some((right) => rights.has(right));
}

/** Returns the keys of the enabled users who have one of these permissions under a policy, at most `limit`. */
export async function usersWith(
  { store }: Stored,
  policyId: string,
  rights: readonly CheckoutRight[],
  limit: number,
): Promise<readonly string[]> {
  const given = await store.select("checkoutRights", {
    where: allOf(eq("policyId", policyId), oneOf("right", rights)),
  });
  const classes = [...new Set(given.map(({ userClassId }) => userClassId))];
  if (classes.length === 0) return [];
  const isMember = related("classMemberships", oneOf("userClassId", classes));
  const users = await store.select("users", { where: allOf(eq("disabled", false), isMember), limit });
  return users.map(({ key }) => key);
}
