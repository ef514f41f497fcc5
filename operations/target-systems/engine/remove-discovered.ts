import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";

/** Removes the accounts and groups of a target system from the record, and what is known of each. */
export async function removeDiscovered(context: CallContext, targetSystemKey: string): Promise<void> {
  const { store } = context;
  for (const { key } of await store.select("accounts", { where: { targetSystemKey } })) {
    await removeWhere(context, "accountAttributes", { accountKey: key });
    await removeWhere(context, "groupMemberships", { accountKey: key });
    await store.remove("passwordHistories", key);
    await store.remove("accounts", key);
  }
  for (const { key } of await store.select("groups", { where: { targetSystemKey } })) {
    await removeWhere(context, "groupAttributes", { groupKey: key });
    await removeWhere(context, "groupOwners", { groupKey: key });
    await removeWhere(context, "groupMemberships", { groupKey: key });
    await store.remove("groups", key);
  }
}

type Part = "accountAttributes" | "groupMemberships" | "groupAttributes" | "groupOwners";

async function removeWhere<T extends Part>({ store }: CallContext, table: T, where: Partial<Row<T>>): Promise<void> {
  const rows: readonly { readonly key: string }[] = await store.select<Part>(table, { where });
  for (const { key } of rows) await store.remove(table, key);
}
