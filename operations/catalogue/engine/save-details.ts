import { type CatalogueDetails, noDetails } from "#domain/catalogue/catalogue-details.ts";
import { ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";
import { namedGuid, rowName } from "#platform/object-key.ts";
import { unitedParts } from "#store/query/united-rows.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** A catalog item as the service reads it. */
export type Item = Row<"catalogueItems">;

/** Items whose rows are read by one statement. */
const itemsAtOnce = 500;

/** Returns catalog items by their keys; the keys of items that do not exist are left out. */
export async function itemsByKey(
  { store }: Pick<CallContext, "store">,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const found = new Map<string, Item>();
  for (let from = 0; from < keys.length; from += itemsAtOnce) {
    const where = oneOf("key", keys.slice(from, from + itemsAtOnce));
    for (const item of await store.select("catalogueItems", { where })) found.set(item.key, item);
  }
  return found;
}

/**
 * Saves changes of the details of an item in the current transaction; the resource of the item is locked until the end of it.
 * @throws TEMPLATE_FORM_ELSEWHERE
 */
export async function saveDetails(
  { store }: Pick<CallContext, "store">,
  { key, resourceType }: Pick<Item, "key" | "resourceType">,
  changes: Partial<CatalogueDetails>,
): Promise<void> {
  if (resourceType === "template" && changes.formFields !== undefined)
    throw new ServiceError("TEMPLATE_FORM_ELSEWHERE", { target: "formFields" });
  for (const { table } of unitedParts("catalogueItems") ?? []) await store.lock(table, key);
  const resource = { resourceType, resourceKey: key };
  const [known] = await store.select("catalogueDetails", { where: { ...resource }, limit: 1 });
  if (known !== undefined) await store.save("catalogueDetails", { ...changes, key: known.key });
  else {
    const newKey = namedGuid(rowName("catalogueDetails", resourceType, key));
    await store.save("catalogueDetails", { ...noDetails, ...changes, ...resource, key: newKey });
  }
}

/**
 * Throws unless the owner that changes name is a user.
 * @throws USER_UNKNOWN
 */
export async function requireOwner(
  { store }: Pick<CallContext, "store">,
  { ownerKey = null }: Partial<CatalogueDetails>,
): Promise<void> {
  if (ownerKey === null || (await store.get("users", ownerKey)) !== undefined) return;
  const message = "ownerKey: no user has this key. Look it up under /v2/users, or send null for no owner.";
  throw new ServiceError("USER_UNKNOWN", { target: "ownerKey", message });
}
