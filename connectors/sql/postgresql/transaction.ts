import type { SqlClient } from "../client.ts";

/** Runs statements together or not at all; a failed one leaves the connection as it was before. */
export async function transaction(client: SqlClient, begin: string, statements: readonly string[]): Promise<void> {
  try {
    await client.query(begin);
    for (const statement of statements) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
