import { oneOf } from "#domain/query/condition.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

/** A managed account with the names that people know. */
export interface ListedAccount extends Row<"managedAccounts"> {
  readonly targetSystemKey: string;
  readonly name: string;
}

/** Adds names and target systems to managed accounts, in the same order; one whose account is deleted keeps its last name. */
export async function namedAccounts(
  store: Pick<Store, "select">,
  rows: readonly Row<"managedAccounts">[],
): Promise<ListedAccount[]> {
  const accountKeys = rows.map(({ accountKey }) => accountKey);
  const systemKeys = [...new Set(rows.map(({ managedSystemKey }) => managedSystemKey))];
  const accounts = await store.select("accounts", { where: oneOf("key", accountKeys) });
  const systems = await store.select("managedSystems", { where: oneOf("key", systemKeys) });
  const nameOf = new Map(accounts.map(({ key, shortId }) => [key, shortId] as const));
  const targetOf = new Map(systems.map(({ key, targetSystemKey }) => [key, targetSystemKey] as const));
  return rows.map((row) => ({
    ...row,
    targetSystemKey: targetOf.get(row.managedSystemKey) ?? "",
    name: nameOf.get(row.accountKey) ?? row.accountName ?? row.accountKey,
  }));
}
