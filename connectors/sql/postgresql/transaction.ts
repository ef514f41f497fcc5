import type { SqlClient } from "../client.ts";

/** Runs work as one transaction; a failure leaves the connection as it was before. */
export async function transaction(client: SqlClient, begin: string, work: () => Promise<void>): Promise<void> {
  try {
    await client.query(begin);
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
