import type { OrderAttributes } from "#domain/order.ts";

import type { ServiceContext } from "../context.ts";

/** An account or a group by its row. */
export interface ObjectRow {
  readonly type: "account" | "group";
  readonly key: string;
}

const tablesOf = {
  account: {
    own: "accounts",
    attributes: "accountAttributes",
    others: ["groupMemberships", "managedAccounts"],
    column: "accountKey",
  },
  group: {
    own: "groups",
    attributes: "groupAttributes",
    others: ["groupMemberships", "groupOwners"],
    column: "groupKey",
  },
} as const;

/** Replaces the values of the attributes that are named; others stay. */
export async function writeAttributes(
  { store, ids }: ServiceContext,
  { type, key: owner, attributes }: ObjectRow & { readonly attributes: OrderAttributes },
): Promise<void> {
  const { own, attributes: table, column } = tablesOf[type];
  // What was written by us, the next discovery must look at again.
  if (((await store.get(own, owner))?.discoveredHash ?? null) !== null)
    await store.save(own, { key: owner, discoveredHash: null });
  if (Object.keys(attributes).length === 0) return;
  const known = await store.select(table, { where: { [column]: owner } });
  for (const [name, values] of Object.entries(attributes)) {
    const before = known.filter((row) => row.name === name).toSorted((a, b) => a.sequence - b.sequence);
    for (const [sequence, value] of values.entries()) {
      const row = { key: before[sequence]?.key ?? ids.guid(), [column]: owner, name, sequence, value: String(value) };
      await (before[sequence] ? store.save(table, row) : store.add(table, row));
    }
    for (const surplus of before.slice(values.length)) await store.remove(table, surplus.key);
  }
}

/** Removes an object's row with all rows that belong to it. */
export async function removeObject({ store }: ServiceContext, { type, key: owner }: ObjectRow): Promise<void> {
  const { own, attributes, others, column } = tablesOf[type];
  for (const table of [attributes, ...others]) {
    for (const { key } of await store.select(table, { where: { [column]: owner } })) await store.remove(table, key);
  }
  if (type === "account") await store.remove("passwordHistories", owner);
  await store.remove(own, owner);
}
