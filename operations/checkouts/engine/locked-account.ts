import { hasComeBack, isStillKnown } from "#domain/checkouts/known-password.ts";
import type { OpeningFacts } from "#domain/checkouts/may-open.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { type AccountTree, lockTrees } from "../../vault/engine/entries.ts";
import { openCheckoutsOf } from "./open-checkouts-of.ts";

type Checkout = Row<"checkouts">;

/** A managed account that is locked, with all that decides about its check-outs. */
export interface LockedAccount extends AccountTree {
  readonly policy: Row<"managedSystemPolicies"> | undefined;
  /** Its check-outs that are under way or wait for their turn. */
  readonly open: readonly Checkout[];
  /** How many have its password. */
  readonly holders: number;
  /** Check-outs that are over, after which its password is not known to have been changed. */
  readonly unchanged: readonly Checkout[];
}

/**
 * Locks a managed account until the current transaction ends, so that nobody else hands its password out, takes it back or changes it
 * meanwhile. Undefined where there is none.
 */
export async function lockedAccount(
  context: CallContext,
  managedAccountKey: string,
): Promise<LockedAccount | undefined> {
  const { store } = context;
  const held = (await lockTrees(context, [managedAccountKey])).get(managedAccountKey);
  if (held === undefined) return undefined;
  const where = allOf(eq("managedAccountKey", managedAccountKey), eq("awaitsChange", true));
  const policy = await store.get("managedSystemPolicies", held.account.policyId);
  const unchanged = await settleChanged(context, held, await store.select("checkouts", { where }));
  const open = await openCheckoutsOf(context, managedAccountKey);
  return {
    ...held,
    policy,
    open,
    holders: open.filter(({ status }) => status === "checkedOut").length,
    unchanged: hasComeBack(held.tree, held.entries) ? [...unchanged, ...(await knownAgain(context, held))] : unchanged,
  };
}

/** Notes of check-outs that are over when their password turns out to have been changed; gives the others. */
async function settleChanged({ store, clock }: CallContext, { tree }: AccountTree, rows: readonly Checkout[]) {
  const left: Checkout[] = [];
  for (const row of rows) {
    if (isStillKnown(tree, row.knownKeys ?? [])) left.push(row);
    else await store.save("checkouts", { key: row.key, awaitsChange: false, changedAt: clock.now() });
  }
  return left;
}

/** Check-outs after which the password was changed, and whose password is given out again: it has to be changed once more. */
async function knownAgain({ store, clock }: CallContext, { account, tree }: AccountTree): Promise<readonly Checkout[]> {
  const where = allOf(eq("managedAccountKey", account.key), gt("changedAt", 0));
  const again: Checkout[] = [];
  for (const { key, knownKeys } of await store.select("checkouts", { where })) {
    if (!isStillKnown(tree, knownKeys ?? [])) continue;
    const row = await store.save("checkouts", { key, awaitsChange: true, changedAt: null, runKey: null });
    await store.moments.set({ key, kind: "checkout", at: clock.now() });
    again.push(row);
  }
  return again;
}

/** What decides whether one more person may have the password. */
export function openingFacts(
  { account, policy, holders, tree, unchanged }: LockedAccount,
  { policyId, startAt }: Pick<Checkout, "policyId" | "startAt">,
  { now, holder }: Pick<OpeningFacts, "now" | "holder">,
): OpeningFacts {
  const concurrency = policy?.concurrency ?? 0;
  const passwords = tree.giveOut.length;
  const isKnown = unchanged.length > 0;
  return { account, policyId, concurrency, holders, passwords, isKnown, holder, startAt, now };
}
