import { itemGivenBy } from "#domain/catalogue/form-codes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Details = Row<"catalogueDetails">;

/** Reader of the details of the item that an operation gives; undefined if it gives none, or an item without details. */
export type DetailsOfItem = (operation: Parameters<typeof itemGivenBy>[0]) => Promise<Details | undefined>;

/** Makes a reader that reads the details of an item once, for all operations of a request that give it. */
export function detailsOfItems({ store }: Pick<CallContext, "store">): DetailsOfItem {
  const known = new Map<string, Details | undefined>();
  return async (operation) => {
    const item = itemGivenBy(operation);
    if (item === undefined) return undefined;
    const name = `${item.resourceType} ${item.resourceKey}`;
    if (!known.has(name)) {
      const [details] = await store.select("catalogueDetails", { where: { ...item }, limit: 1 });
      known.set(name, details);
    }
    return known.get(name);
  };
}
