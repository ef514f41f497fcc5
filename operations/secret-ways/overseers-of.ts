import { checkoutToldMax } from "#domain/checkout-limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { usersWith } from "./rights-of.ts";

/**
 * Returns the keys of the overseers of the accounts under a policy: those who manage its check-outs, and superusers; without the users in
 * `but`.
 */
export async function overseersOf(
  context: Pick<CallContext, "store">,
  policyId: string,
  but: readonly string[],
): Promise<readonly string[]> {
  const managers = await usersWith(context, policyId, ["manage"], checkoutToldMax);
  const superusers = await context.store.select("users", {
    where: { superuser: true, disabled: false },
    limit: checkoutToldMax,
  });
  return [...new Set([...managers, ...superusers.map(({ key }) => key)])].filter((key) => !but.includes(key));
}
