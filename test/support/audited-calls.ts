import type { TestApi } from "./api.ts";

/** Returns the number of audited calls that match a condition, including those that are only aggregated so far. */
export async function auditedCalls(
  { store, context }: Pick<TestApi, "store" | "context">,
  where: Readonly<Record<string, string>>,
): Promise<number> {
  await context.gathered.flush();
  const rows = await store.select("sesslog_full", { where });
  return rows.reduce((calls, row) => calls + row.calls, 0);
}
