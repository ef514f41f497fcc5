import { oneOf } from "#domain/query/condition.ts";
import type { OrderObject } from "#domain/requests/order.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { Store } from "#store/store.ts";

/** Returns the objects of accounts for connectors, by account key; deleted accounts are left out. */
export async function accountObjects(
  store: Pick<Store, "select">,
  accountKeys: readonly string[],
): Promise<ReadonlyMap<string, OrderObject>> {
  const accounts = await store.select("accounts", { where: oneOf("key", accountKeys) });
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
