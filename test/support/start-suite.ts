import { mariaDbUrlVariable, suiteDialect } from "./database.ts";
import { startMariaDb } from "./mariadb.ts";

/** Starts what the whole system project shares: the MariaDB server, where the suite runs on it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (suiteDialect() !== "mariadb") return undefined;
  const server = await startMariaDb();
  process.env[mariaDbUrlVariable] = server.url;
  return () => server.stop();
}
