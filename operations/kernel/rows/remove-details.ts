import type { ItemResource } from "#domain/catalogue/catalogue-details.ts";

import type { ServiceContext } from "../context.ts";

/** Deletes the catalog details of a resource that is deleted. */
export async function removeDetails({ store }: Pick<ServiceContext, "store">, resource: ItemResource): Promise<void> {
  for (const { key } of await store.select("catalogueDetails", { where: { ...resource } }))
    await store.remove("catalogueDetails", key);
}
