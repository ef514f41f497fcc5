import type { TestProject } from "vitest/node";

import { mariaDbUrlVariable, suiteDialect } from "./database.ts";
import { startMariaDb } from "./mariadb.ts";

/** Starts the shared MariaDB server of a system project, if its files run on one. */
export async function setup({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (config.env?.["GATEHOUSE_TEST_DATABASE"] !== "mariadb" && suiteDialect() !== "mariadb") return undefined;
  const server = await startMariaDb();
  process.env[mariaDbUrlVariable] = server.url;
  return () => server.stop();
}
