import { allOf, never, oneOf } from "#domain/query/condition.ts";

import type { CatalogueContext, CatalogueRow, ValueOf } from "./catalogue-row.ts";
import { peoplePolicies } from "./phases-of-items.ts";

/** Finds the owners of rows of the catalog, as far as the caller may know them. */
export async function ownersOfItems(
  { store, visible }: CatalogueContext,
  rows: readonly CatalogueRow[],
): Promise<ValueOf> {
  const keys = [...new Set(rows.flatMap(({ ownerKey }) => (typeof ownerKey === "string" ? [ownerKey] : [])))];
  const where = allOf(visible?.get(peoplePolicies.owner) ?? never, oneOf("key", keys));
  const people = await store.select("users", { where });
  const names = new Map(people.map(({ key, id, displayName }) => [key, { key, id, displayName }]));
  return ({ ownerKey }) => names.get(String(ownerKey)) ?? null;
}
