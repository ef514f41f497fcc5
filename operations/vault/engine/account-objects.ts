import { oneOf } from "#domain/query/condition.ts";
import type { OrderObject } from "#domain/requests/order.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

/** Returns the objects of accounts for connectors, by account key; deleted accounts are left out. */
export async function accountObjects(
  store: Pick<Store, "select">,
  accountKeys: readonly string[],
): Promise<ReadonlyMap<string, OrderObject>> {
  return objectsOf(store, await store.select("accounts", { where: oneOf("key", accountKeys) }));
}

/** Returns the objects of accounts that are read already for connectors, by account key. */
export async function objectsOf(
  store: Pick<Store, "select">,
  accounts: readonly Pick<Row<"accounts">, "key" | "stableId" | "shortId">[],
): Promise<ReadonlyMap<string, OrderObject>> {
  const accountKeys = accounts.map(({ key }) => key);
  const rows = await store.select("accountAttributes", {
    where: oneOf("accountKey", accountKeys),
    orderBy: [
      ["name", "asc"],
      ["sequence", "asc"],
    ],
  });
  const byAccount = Map.groupBy(rows, ({ accountKey }) => accountKey);
  return new Map(
    accounts.map(({ key, stableId: id, shortId: name }) => {
      return [key, { id, name, attributes: valuesByName(byAccount.get(key) ?? []) }] as const;
    }),
  );
}
