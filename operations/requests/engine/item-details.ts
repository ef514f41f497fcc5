import type { ItemResource } from "#domain/catalogue/catalogue-details.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Details = Row<"catalogueDetails">;

/** Reader of the details of an item; undefined if there is no item, or none of its details. */
export type DetailsOfItem = (item: ItemResource | undefined) => Promise<Details | undefined>;

/** Makes a reader that reads the details of an item once, for all operations of a request that are about it. */
export function detailsOfItems({ store }: Pick<CallContext, "store">): DetailsOfItem {
  const known = new Map<string, Details | undefined>();
  return async (item) => {
    if (item === undefined) return undefined;
    const name = `${item.resourceType} ${item.resourceKey}`;
    if (!known.has(name)) {
      const [details] = await store.select("catalogueDetails", { where: { ...item }, limit: 1 });
      known.set(name, details);
    }
    return known.get(name);
  };
}
