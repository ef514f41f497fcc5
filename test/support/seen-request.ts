import type { ServiceContext } from "#operations/kernel/context.ts";

/** What somebody sees of a request who reads it now, as a decision about it says. */
export async function seenNow({ store }: Pick<ServiceContext, "store">, requestKey: string): Promise<object> {
  const rows = await store.select("requestOperations", { where: { requestKey }, orderBy: [["sequence", "asc"]] });
  const operations = rows.map(({ code, targetSystemKey, accountKey, groupKey, attributes }) => {
    return { code, targetSystemKey, accountKey, groupKey, attributes };
  });
  return { operations };
}
