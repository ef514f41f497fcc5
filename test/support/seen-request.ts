import type { ServiceContext } from "#operations/kernel/context.ts";

/** Returns the operations of a request as a reader sees them now, for the `expect` of a decision. */
export async function seenNow({ store }: Pick<ServiceContext, "store">, requestKey: string): Promise<object> {
  const rows = await store.select("requestOperations", { where: { requestKey }, orderBy: [["sequence", "asc"]] });
  const operations = rows.map(({ code, targetSystemKey, accountKey, groupKey, attributes }) => {
    return { code, targetSystemKey, accountKey, groupKey, attributes };
  });
  return { operations };
}
