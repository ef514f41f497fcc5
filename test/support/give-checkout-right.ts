import type { CheckoutRight } from "#domain/checkouts/checkout-rights.ts";

import type { TestService } from "./service.ts";

/** A permission under a managed system policy, and the user who gets it. */
interface GivenRight {
  readonly policyId: string;
  readonly right: CheckoutRight;
  readonly userKey: string;
}

/** Gives a user a permission for the passwords of the accounts under a managed system policy, through a user class of its own. */
export async function giveCheckoutRight(
  { store, context }: Pick<TestService, "store" | "context">,
  { policyId, right, userKey }: GivenRight,
): Promise<void> {
  const userClassId = context.ids.guid();
  const key = () => context.ids.guid();
  await store.transaction(async () => {
    await store.add("userClasses", { id: userClassId, description: right });
    await store.add("userClassMembers", { key: key(), userClassId, userKey });
    await store.add("checkoutRights", { key: key(), policyId, right, userClassId, grantedAt: 0 });
  });
}
