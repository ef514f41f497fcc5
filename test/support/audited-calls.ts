import type { TestApi } from "./api.ts";

/** The calls for which audit rows stand that fulfil a condition, also those that are only counted so far. */
export async function auditedCalls(
  { store, context }: Pick<TestApi, "store" | "context">,
  where: Readonly<Record<string, string>>,
): Promise<number> {
  await context.gathered.flush();
  const rows = await store.select("sesslog_full", { where });
  return rows.reduce((calls, row) => calls + row.calls, 0);
}
