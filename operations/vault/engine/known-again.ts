import { type DatedEntry, hasComeBack, isStillKnown } from "#domain/checkouts/known-password.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";

interface KeyedEntry extends DatedEntry {
  readonly key: string;
}

/** Entries of an account, reduced to what decides who knows its password. */
interface KnownTree {
  readonly account: { readonly key: string };
  readonly entries: readonly DatedEntry[];
  readonly tree: { readonly giveOut: readonly KeyedEntry[] };
}

/** Entries of an account before and after a change. */
export interface TreeChange<T extends KnownTree> {
  readonly before: T;
  readonly after: T;
}

/**
 * Schedules check-outs at once whose holders may know an entry that the vault gives out again after it seemed outdated. So the password is
 * changed again without waiting for a request. In the current transaction.
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
