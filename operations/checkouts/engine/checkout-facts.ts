import type { CheckoutRight } from "#domain/checkouts/checkout-rights.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { PolicyCheck } from "../../kernel/define-operation.ts";
import { rightsOf } from "../../secret-ways/rights-of.ts";
import { lockedAccount, type LockedAccount } from "./locked-account.ts";

const seenByPolicy = policyOf.get("checkouts");

/** Returns the policies of an action on a check-out: it must be visible, and the action allowed on it. */
export function policiesOfCheckout(action: string): readonly PolicyCheck<{ readonly key: string }>[] {
  return [
    { name: seenByPolicy, rows: true },
    { name: policyOf.action(`checkouts/${action}`), facts: checkoutFacts },
  ];
}

/** Returns the facts of a check-out for policies. A missing one has none, so that keys cannot be probed. */
async function checkoutFacts(
  context: CallContext,
  { key }: { readonly key: string },
): Promise<Readonly<Record<string, unknown>>> {
  const checkout = await context.store.get("checkouts", key);
  if (!checkout) return {};
  const rights = await rightsOf(context, checkout.policyId, context.caller.key ?? "");
  const caller = (right: CheckoutRight) => (rights.has(right) ? [context.caller.key] : []);
  return { ...checkout, managerKeys: caller("manage"), seerKeys: caller("see") };
}

/** A check-out with its account; both are locked until the current transaction ends. */
export interface LockedCheckout {
  readonly checkout: Row<"checkouts">;
  readonly locked: LockedAccount;
}

/**
 * Locks a check-out behind its request and its account, the order of every action on it.
 * @param seen the check-out as it was a moment ago, if the caller has read it
 * @throws NOT_FOUND
 */
export async function lockedCheckout(
  context: CallContext,
  key: string,
  seen?: Row<"checkouts">,
): Promise<LockedCheckout> {
  const { store } = context;
  const known = seen ?? (await store.get("checkouts", key));
  // A requested check-out may be approved before it is locked.
  const waits = known?.status === "requested" || known?.status === "approved";
  if (known !== undefined && known.requestKey !== null && waits) await store.lock("reqbatch", known.requestKey);
  const locked = known && (await lockedAccount(context, known.managedAccountKey));
  const checkout = locked && (await store.lock("checkouts", key));
  if (!locked || !checkout) throw new ServiceError("NOT_FOUND", { target: `checkouts('${key}')` });
  return { checkout, locked };
}
