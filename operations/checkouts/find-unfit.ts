import { checkoutKeeperPage } from "#domain/checkout-limits.ts";
import { holdingRights } from "#domain/checkouts/checkout-rights.ts";
import { unfitHolder } from "#domain/checkouts/unfit-holder.ts";
import { isActing } from "#domain/identity/acting-users.ts";
import { allOf, gt, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

type Checkout = Row<"checkouts">;

const isOpen = oneOf("status", ["approved", "checkedOut"]);

/**
 * Finds check-outs whose holders may no longer have them: they are disabled, their tokens or the session of the last disclosure were ended,
 * or no class of theirs has the permission anymore. It checks every open check-out, so code that ends permissions needs no hook.
 */
export const unfitCheckouts = defineOperation({
  name: "checkouts.unfit",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "CHRV", when: "refusalOnly" },
  run: (context): Promise<readonly UnfitCheckout[]> => unfitOnes(context),
});

/** A check-out to revoke. */
export interface UnfitCheckout {
  readonly key: string;
  /** Reason for the revocation. */
  readonly reason: string;
}

async function unfitOnes(context: CallContext): Promise<readonly UnfitCheckout[]> {
  const { store } = context;
  const unfit: UnfitCheckout[] = [];
  const here = await store.homes.here();
  for (let after = ""; ;) {
    const where = allOf(isOpen, gt("key", after), here);
    const page = await store.select("checkouts", { where, orderBy: [["key", "asc"]], limit: checkoutKeeperPage });
    if (page.length > 0) unfit.push(...(await unfitAmong(context, page)));
    after = page.at(-1)?.key ?? "";
    if (page.length < checkoutKeeperPage) return unfit;
  }
}

/** Finds the unfit check-outs of a page. It takes few statements, because it runs each second. */
async function unfitAmong({ store, clock }: CallContext, page: readonly Checkout[]): Promise<readonly UnfitCheckout[]> {
  const now = clock.now();
  const userKeys = [...new Set(page.map(({ userKey }) => userKey))];
  const users = new Map(
    (await store.select("users", { where: oneOf("key", userKeys) })).map((user) => [user.key, user]),
  );
  const policyIds = [...new Set(page.map(({ policyId }) => policyId))];
  const rights = await store.select("checkoutRights", {
    where: allOf(oneOf("policyId", policyIds), oneOf("right", holdingRights)),
  });
  const classIds = [...new Set(rights.map(({ userClassId }) => userClassId))];
  const members = await store.select("userClassMembers", {
    where: allOf(oneOf("userKey", userKeys), oneOf("userClassId", classIds)),
  });
  const memberships = new Set(members.map(({ userKey, userClassId }) => `${userKey} ${userClassId}`));
  const sessions = page.flatMap(({ sessionKey }) => sessionKey ?? []);
  const ended = new Set((await store.select("revokedTokens", { where: oneOf("jti", sessions) })).map(({ jti }) => jti));
  return page.flatMap((checkout) => {
    const { policyId, userKey, sessionKey } = checkout;
    const user = users.get(userKey);
    const classes = rights.filter((right) => right.policyId === policyId);
    const hasRight = classes.some(({ userClassId }) => memberships.has(`${userKey} ${userClassId}`));
    const isIn = user !== undefined && isActing(user, now);
    const reason = wordsOf(checkout, { user, hasRight, isIn, isOver: sessionKey !== null && ended.has(sessionKey) });
    return reason === undefined ? [] : [{ key: checkout.key, reason }];
  });
}

interface Holder {
  readonly user: Row<"users"> | undefined;
  readonly hasRight: boolean;
  /** True if the user can act now. */
  readonly isIn: boolean;
  /** True if the session of the last disclosure was ended. */
  readonly isOver: boolean;
}

function wordsOf({ userVersion }: Checkout, { user, hasRight, isIn, isOver }: Holder): string | undefined {
  const unfit = unfitHolder({ isDisabled: !isIn, hasRight });
  if (unfit !== undefined || user === undefined) return unfit;
  if (userVersion !== null && user.tokenVersion !== userVersion) return "The tokens of its holder were ended.";
  return isOver ? "The session was ended in which the password was disclosed." : undefined;
}
