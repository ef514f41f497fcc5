import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";
import { nextChange } from "#domain/vault/next-change.ts";
import type { PasswordDoubt } from "#domain/vault/password-doubt.ts";
import type { EntryRise } from "#domain/vault/settle.ts";
import { isDoubted, vaultTree, type VaultTree } from "#domain/vault/vault-tree.ts";
import { nextWordAt } from "#domain/vault/word-time.ts";
import type { Store } from "#store/store.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { lookWhoKnows, type TreeChange } from "./known-again.ts";

/** A password in the vault. */
export type Entry = Row<"vaultEntries">;

/** A managed account with all its entries in the vault. */
export interface AccountTree {
  readonly account: Row<"managedAccounts">;
  readonly entries: readonly Entry[];
  readonly tree: VaultTree<Entry>;
}

/** A password to write into the vault. */
export interface NewEntry {
  readonly managedAccountKey: string;
  readonly secret: Secret;
  readonly origin: Entry["origin"];
  /** Key of the user who requested it; null for the service itself. */
  readonly createdBy: string | null;
  readonly runKey: string | null;
}

/** Change of an entry, with the target's words if it refused the password. */
export type Rise = EntryRise & { readonly refusal?: string };

const sealedAt = (key: string) => ({ table: "vaultEntries", column: "secret", key }) as const;

/** Reads the vault's entries of accounts as they are now, by managed account key; unknown keys are left out. */
export async function readTrees(store: Store, keys: readonly string[]): Promise<ReadonlyMap<string, AccountTree>> {
  return treesOf(store, keys.length === 0 ? [] : await store.select("managedAccounts", { where: oneOf("key", keys) }));
}

/**
 * Reads the entries like `readTrees`, and locks the accounts in the order of their keys until the current transaction ends. So no one else
 * writes entries of them.
 */
export async function lockTrees(
  { store }: Pick<CallContext, "store">,
  keys: readonly string[],
): Promise<ReadonlyMap<string, AccountTree>> {
  if (keys.length === 0) return new Map();
  const where = oneOf("key", keys);
  return treesOf(store, await store.select("managedAccounts", { where, orderBy: [["key", "asc"]], forUpdate: true }));
}

async function treesOf(
  store: Store,
  accounts: readonly Row<"managedAccounts">[],
): Promise<ReadonlyMap<string, AccountTree>> {
  const where = oneOf(
    "managedAccountKey",
    accounts.map(({ key }) => key),
  );
  const rows = accounts.length === 0 ? [] : await store.select("vaultEntries", { where });
  const byAccount = Map.groupBy(rows, ({ managedAccountKey }) => managedAccountKey);
  const trees = accounts.map((account) => {
    const entries = byAccount.get(account.key) ?? [];
    return [account.key, { account, entries, tree: vaultTree(entries, account.doubts) }] as const;
  });
  return new Map(trees);
}

/**
 * Writes new passwords as uncertain entries, each behind the head of its account, in the current transaction. No target may learn of them
 * before its commit. Their accounts are locked by `lockTrees`.
 * @throws INTERNAL if an account is not among them
 */
export async function addEntries(
  context: CallContext,
  trees: ReadonlyMap<string, AccountTree>,
  added: readonly NewEntry[],
): Promise<readonly Entry[]> {
  const { store, ids, clock } = context;
  const now = clock.now();
  const rows = added.map(({ secret, ...entry }): Save<"vaultEntries"> => {
    const key = ids.guid();
    const { tree, entries } = requireTree(trees, entry.managedAccountKey);
    const parentKey = tree.head?.key ?? null;
    const made = { status: "U", createdAt: nextWordAt(entries, now), createdNode: store.node } as const;
    return { key, parentKey, secret: store.seal(secret, sealedAt(key)), ...made, ...entry };
  });
  await store.addAll("vaultEntries", rows);
  const written: Entry[] = [];
  // As they were written: the transaction holds them.
  for (const { key = "" } of rows) written.push((await store.get("vaultEntries", key)) as Entry);
  const changes = [...Map.groupBy(written, ({ managedAccountKey }) => managedAccountKey)].map(([key, more]) => {
    const before = requireTree(trees, key);
    const entries = [...before.entries, ...more];
    return { before, after: { ...before, entries, tree: vaultTree(entries, before.account.doubts) } };
  });
  await bringUp(context, changes);
  return written;
}

/**
 * Writes changes of entries of accounts locked by `lockTrees`, and updates the accounts, in the current transaction. Returns the updated
 * trees.
 */
export async function raiseEntries(
  context: CallContext,
  trees: ReadonlyMap<string, AccountTree>,
  rises: readonly Rise[],
): Promise<ReadonlyMap<string, AccountTree>> {
  const { store } = context;
  const risesByKey = new Map(rises.map((rise) => [rise.key, rise]));
  const known = [...trees.values()].flatMap(({ entries }) => entries);
  const rising = known.flatMap((entry) => {
    const rise = risesByKey.get(entry.key);
    return rise === undefined ? [] : [riseOf(entry, rise)];
  });
  const where = oneOf(
    "key",
    rising.map(({ key }) => key ?? ""),
  );
  // Locked together, the entries need no lookup each when they are written.
  await store.select("vaultEntries", { where, orderBy: [["key", "asc"]], forUpdate: true });
  const raised = new Map((await store.saveAll("vaultEntries", rising)).map((entry) => [entry.key, entry]));
  const changes = [...trees.values()].map((before) => {
    const entries = before.entries.map((entry) => raised.get(entry.key) ?? entry);
    const { account } = before;
    return { before, after: { account, entries, tree: vaultTree(entries, account.doubts) } };
  });
  const accounts = new Map((await bringUp(context, changes)).map((account) => [account.key, account]));
  for (const change of changes) await lookWhoKnows(context, change);
  return new Map(
    changes.map(({ after }) => {
      const { key } = after.account;
      return [key, { ...after, account: accounts.get(key) ?? after.account }];
    }),
  );
}

/**
 * Records a doubt about accounts locked by `lockTrees`, whose passwords something other than the vault may have changed, in the current
 * transaction. None of them is certain until the target is asked again. Returns the accounts of which the vault has a password.
 */
export async function doubtEntries(
  context: CallContext,
  trees: ReadonlyMap<string, AccountTree>,
  doubt: PasswordDoubt,
): Promise<readonly Row<"managedAccounts">[]> {
  const doubted = [...trees.values()].filter(({ entries }) => entries.length > 0);
  const changes: TreeChange<AccountTree>[] = [];
  for (const before of doubted) {
    const { key, doubts } = before.account;
    const account = await context.store.save("managedAccounts", { key, doubts: doubts + 1, doubt });
    const { entries } = before;
    changes.push({ before: { ...before, account }, after: { account, entries, tree: vaultTree(entries, doubts + 1) } });
  }
  return bringUp(context, changes);
}

/** Returns the changed columns of an entry. A repeated or late outcome never lowers a status. */
function riseOf(entry: Entry, rise: Rise): Save<"vaultEntries"> {
  const { key, status, settledAt, openedAt, refusedAt, refusal, sureOf } = rise;
  const rank = { U: 0, failed: 1, C: 2 } as const;
  const later = <N extends string>(name: N, before: number | null, at: number | undefined) =>
    at !== undefined && at > (before ?? -Infinity) ? { [name]: at } : {};
  return {
    key,
    ...later("openedAt", entry.openedAt, openedAt),
    ...later("refusedAt", entry.refusedAt, refusedAt),
    ...later("sureOf", entry.sureOf, sureOf),
    ...(status !== undefined && rank[status] > rank[entry.status]
      ? { status, ...later("settledAt", entry.settledAt, settledAt) }
      : {}),
    ...(refusal !== undefined && entry.refusal === null ? { refusal } : {}),
  };
}

/** Updates accounts by their entries: status, start of a conflict, and the times of the last and next randomization. */
async function bringUp(
  { store, clock }: CallContext,
  changes: readonly TreeChange<AccountTree>[],
): Promise<Row<"managedAccounts">[]> {
  const policies = new Map<string, Row<"managedSystemPolicies"> | undefined>();
  const accounts: Save<"managedAccounts">[] = [];
  for (const { before, after } of changes) {
    const { key, policyId } = before.account;
    const { state, head } = after.tree;
    const status = state === "empty" ? "U" : state;
    const isChanged = head !== undefined && head.key !== before.tree.head?.key && head.origin === "randomized";
    if (isChanged && !policies.has(policyId))
      policies.set(policyId, await store.get("managedSystemPolicies", policyId));
    const conflictSince = status === "conflict" ? (before.account.conflictSince ?? clock.now()) : null;
    const doubt = doubtOf(before.account, head);
    accounts.push({ key, status, conflictSince, doubt, ...(isChanged && changedAt(head, policies.get(policyId))) });
  }
  return store.saveAll("managedAccounts", accounts);
}

function doubtOf({ doubt, doubts }: Row<"managedAccounts">, head: Entry | undefined): PasswordDoubt | null {
  return head !== undefined && isDoubted(head, doubts) ? doubt : null;
}

function changedAt({ settledAt, createdAt }: Entry, policy: Row<"managedSystemPolicies"> | undefined) {
  return { lastRandomized: settledAt, nextRandomized: policy ? nextChange(policy, settledAt, createdAt) : null };
}

/** Returns the password of an entry. */
export function secretOf(store: Pick<Store, "unseal">, { key, secret }: Pick<Entry, "key" | "secret">): Secret {
  return store.unseal(secret, sealedAt(key));
}

function requireTree(trees: ReadonlyMap<string, AccountTree>, key: string): AccountTree {
  const known = trees.get(key);
  if (known === undefined) throw new ServiceError("INTERNAL", { detail: `managed account ${key} is not locked` });
  return known;
}
