import { always, gt } from "#domain/query/condition.ts";
import { exportPageAccounts } from "#domain/vault-export-limits.ts";
import { KeyRingError } from "#platform/keys/keys.ts";
import type { Store } from "#store/store.ts";

import { type ListedAccount, namedAccounts } from "../../kernel/rows/named-accounts.ts";
import { type AccountTree, type Entry, readTrees, secretOf } from "./entries.ts";
import type { ExportedEntry } from "./export-pages.ts";

type Reading = Pick<Store, "select" | "unseal">;

/**
 * Reads every entry of the vault in clear text, one page of accounts at a time, each account's entries from first to last. Entries written
 * meanwhile may be among them.
 */
export async function* exportedEntries(store: Store): AsyncGenerator<readonly ExportedEntry[]> {
  for (let after: string | undefined; ;) {
    const rows = await store.select("managedAccounts", {
      where: after === undefined ? always : gt("key", after),
      orderBy: [["key", "asc"]],
      limit: exportPageAccounts,
    });
    const accounts = await namedAccounts(store, rows);
    const keys = rows.map(({ key }) => key);
    const trees = await readTrees(store, keys);
    const page = accounts.flatMap((account) => entriesOf(store, account, trees.get(account.key)));
    if (page.length > 0) yield page;
    after = keys.at(-1);
    if (rows.length < exportPageAccounts) return;
  }
}

function entriesOf(store: Reading, account: ListedAccount, found: AccountTree | undefined): readonly ExportedEntry[] {
  if (found === undefined) return [];
  const givenOut = new Set(found.tree.giveOut.map(({ key }) => key));
  return found.entries
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.key < other.key ? -1 : 1))
    .map((entry) => ({
      target: account.targetSystemKey,
      account: account.name,
      policy: account.policyId,
      managedAccount: account.key,
      entry: entry.key,
      parent: entry.parentKey,
      mayOpen: givenOut.has(entry.key),
      status: entry.status,
      origin: entry.origin,
      createdAt: moment(entry.createdAt) ?? "",
      settledAt: moment(entry.settledAt),
      openedAt: moment(entry.openedAt),
      refusedAt: moment(entry.refusedAt),
      password: passwordOf(store, entry),
    }));
}

const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Returns the password of an entry; null if it cannot be unsealed, so that it does not block the others. */
function passwordOf(store: Reading, entry: Entry): string | null {
  try {
    return secretOf(store, entry).use((text) => text);
  } catch (error) {
    if (error instanceof KeyRingError) return null;
    throw error;
  }
}
