import { eq, oneOf } from "#domain/query/condition.ts";
import { dependantAfter } from "#domain/vault/dependant-after.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { updatesInFlight } from "./orders-in-flight.ts";

/** A dependent of a managed account, which must have the account's password. */
export type DependantRow = Row<"managedAccountDependants">;

/** Dependents of accounts, by the keys of the managed accounts; accounts without any are left out. */
export type DependantsOf = ReadonlyMap<string, readonly DependantRow[]>;

/** Reads the dependents of accounts, by one statement for all of them. */
export async function dependantsOf(
  store: Pick<Store, "select">,
  accountKeys: readonly string[],
): Promise<DependantsOf> {
  if (accountKeys.length === 0) return new Map();
  const where = oneOf("managedAccountKey", [...new Set(accountKeys)]);
  const rows = await store.select("managedAccountDependants", { where, orderBy: [["sequence", "asc"]] });
  return Map.groupBy(rows, ({ managedAccountKey }) => managedAccountKey);
}

/** Returns the times until which a password may still be told to dependents of these accounts, by the keys of the dependents. */
export async function dependantsInFlightUntil(
  store: Pick<Store, "select" | "steadyTime">,
  accountKeys: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const late = new Map<string, number>();
  for (const { dependantKey, deadlineAt } of await updatesInFlight(store, accountKeys, now))
    if (dependantKey !== null) late.set(dependantKey, Math.max(late.get(dependantKey) ?? 0, deadlineAt ?? 0));
  return late;
}

/** Records the next password of a dependent before it is told: from then on the dependent may have it. */
export async function tellingBegins({ store }: CallContext, key: string, entryKey: string): Promise<void> {
  await store.save("managedAccountDependants", { key, toldEntryKey: entryKey, heldEntryKey: null });
}

/** Updates dependents by the ends of orders, in the current transaction. Returns the updated dependents. */
export async function dependantsAfter(
  { store, clock }: CallContext,
  dependants: DependantsOf,
  orders: readonly Row<"vaultOrders">[],
): Promise<DependantsOf> {
  const all = new Map([...dependants.values()].flat().map((one) => [one.key, one]));
  const now = clock.now();
  const changes = orders.flatMap((order) => {
    const dependant = all.get(order.dependantKey ?? "");
    const change = dependant && dependantAfter(dependant, order, now);
    return dependant === undefined || change === undefined ? [] : [{ key: dependant.key, ...change }];
  });
  if (changes.length === 0) return dependants;
  for (const row of await store.saveAll("managedAccountDependants", changes)) all.set(row.key, row);
  return Map.groupBy(all.values(), ({ managedAccountKey }) => managedAccountKey);
}

/** Returns the dependents of orders, by their keys. */
export async function dependantsOfOrders(
  { store }: Pick<CallContext, "store">,
  orders: readonly Row<"vaultOrders">[],
): Promise<ReadonlyMap<string, DependantRow>> {
  const keys = orders.flatMap(({ dependantKey }) => dependantKey ?? []);
  if (keys.length === 0) return new Map();
  const rows = await store.select("managedAccountDependants", { where: oneOf("key", keys) });
  return new Map(rows.map((row) => [row.key, row]));
}

/** Returns the target system of a dependent that is an account; undefined if the account is deleted. */
export async function targetOf(
  { store }: Pick<CallContext, "store">,
  { accountKey }: Pick<DependantRow, "accountKey">,
): Promise<string | undefined> {
  const [account] = await store.select("accounts", { where: eq("key", accountKey ?? ""), limit: 1 });
  return account?.targetSystemKey;
}

/** Stand-in target of orders whose plug-ins of dependents are asked: it is no target system. */
export const noTarget = "";
