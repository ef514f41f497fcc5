import type { OrderAttributes } from "#domain/requests/order.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Returns the attributes of an account or a group whose stored values differ; undefined if none does. */
export async function changedAttributes<T extends OrderAttributes>(
  { store }: Pick<CallContext, "store">,
  object: { readonly accountKey: string } | { readonly groupKey: string },
  given: T,
): Promise<T | undefined> {
  const rows =
    "accountKey" in object
      ? await store.select("accountAttributes", { where: object, orderBy: [["sequence", "asc"]] })
      : await store.select("groupAttributes", { where: object, orderBy: [["sequence", "asc"]] });
  const recorded = (name: string) => rows.filter((row) => row.name === name).map(({ value }) => value);
  const isSame = (name: string, values: OrderAttributes[string]) =>
    JSON.stringify(recorded(name)) === JSON.stringify(values.map(String));
  const changed = Object.entries(given).filter(([name, values]) => !isSame(name, values));
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as T);
}
