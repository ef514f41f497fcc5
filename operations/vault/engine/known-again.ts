import { type DatedEntry, hasComeBack, isStillKnown } from "#domain/checkouts/known-password.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";

interface KeyedEntry extends DatedEntry {
  readonly key: string;
}

/** What the vault has of an account, as far as it matters who knows it. */
interface KnownTree {
  readonly account: { readonly key: string };
  readonly entries: readonly DatedEntry[];
  readonly tree: { readonly giveOut: readonly KeyedEntry[] };
}

/** The entries of an account before something was written of them, and after. */
export interface TreeChange<T extends KnownTree> {
  readonly before: T;
  readonly after: T;
}

/**
 * Where the vault gives an entry out again that was thought to be over, those check-outs are looked at in this moment whose holders may
 * know it: nobody has to ask for the password before it is changed once more. In the current transaction.
 */
export async function lookWhoKnows<T extends KnownTree>(
  { store, clock }: CallContext,
  { before, after }: TreeChange<T>,
): Promise<void> {
  const given = new Set(before.tree.giveOut.map(({ key }) => key));
  const isMore = after.tree.giveOut.some(({ key }) => !given.has(key));
  if (!isMore || !hasComeBack(after.tree, after.entries)) return;
  const where = allOf(eq("managedAccountKey", after.account.key), gt("changedAt", 0));
  for (const { key, knownKeys } of await store.select("checkouts", { where }))
    if (isStillKnown(after.tree, knownKeys ?? [])) await store.moments.set({ key, kind: "checkout", at: clock.now() });
}
