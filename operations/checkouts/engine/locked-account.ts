import { hasComeBack, isStillKnown } from "#domain/checkouts/known-password.ts";
import type { OpeningFacts } from "#domain/checkouts/may-open.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { type AccountTree, lockTrees } from "../../vault/engine/entries.ts";
import { openCheckoutsOf } from "./open-checkouts-of.ts";

type Checkout = Row<"checkouts">;

/** A locked managed account, with all facts that decide about its check-outs. */
export interface LockedAccount extends AccountTree {
  readonly policy: Row<"managedSystemPolicies"> | undefined;
  /** Open check-outs: held ones, and those that wait. */
  readonly open: readonly Checkout[];
  /** Number of holders of its password. */
  readonly holders: number;
  /** Ended check-outs since which its password is not known to have been changed. */
  readonly unchanged: readonly Checkout[];
}

/**
 * Locks a managed account until the current transaction ends, so that no one else checks its password out or in, or changes it meanwhile.
 * Returns undefined if it does not exist.
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

/** Marks ended check-outs whose password has been changed; returns the others. Those of another node are marked there. */
async function settleChanged({ store, clock }: CallContext, { tree }: AccountTree, rows: readonly Checkout[]) {
  const left: Checkout[] = [];
  for (const row of rows) {
    if (isStillKnown(tree, row.knownKeys ?? [])) left.push(row);
    else if ((await store.homes.elsewhere("checkouts", row.key)) === undefined)
      await store.save("checkouts", { key: row.key, awaitsChange: false, changedAt: clock.now() });
  }
  return left;
}

/** Returns check-outs whose password was changed and is given out again: it must be changed once more. */
async function knownAgain({ store, clock }: CallContext, { account, tree }: AccountTree): Promise<readonly Checkout[]> {
  const where = allOf(eq("managedAccountKey", account.key), gt("changedAt", 0));
  const again: Checkout[] = [];
  for (const row of await store.select("checkouts", { where })) {
    const { key, knownKeys } = row;
    if (!isStillKnown(tree, knownKeys ?? [])) continue;
    const isHere = (await store.homes.elsewhere("checkouts", key)) === undefined;
    await store.moments.set({ key, kind: "checkout", at: clock.now() });
    again.push(
      isHere ? await store.save("checkouts", { key, awaitsChange: true, changedAt: null, runKey: null }) : row,
    );
  }
  return again;
}

/** Returns the facts that decide whether one more user may have the password. */
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
