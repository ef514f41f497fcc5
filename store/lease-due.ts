import type { Database } from "./database.ts";
import type { BoundSql, SqlRow } from "./sql/sql.ts";

/**
 * Finds rows that are due and lets the caller lease them before another process can. A read without a lock comes first, because most reads
 * find nothing and must not take the lock of writers to learn it.
 */
export async function leaseDue<Due>(
  database: Database,
  { text, values }: BoundSql,
  lease: (rows: readonly SqlRow[]) => Promise<readonly Due[]>,
): Promise<readonly Due[]> {
  if ((await database.read(text, values)).length === 0) return [];
  return database.transactions.run(async () => lease(await database.read(text + database.dialect.forUpdate, values)));
}
