import type { TestProject } from "vitest/node";

import { buildProgram } from "../../tools/program/build-program.ts";
import { mariaDbUrlVariable, suiteDialect } from "./database.ts";
import { startMariaDb } from "./mariadb.ts";
import { projectRoot } from "./source-files.ts";

/** Builds the program that the tests start, and starts the shared MariaDB server of a system project, if its files run on one. */
export async function setup({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  await buildProgram(projectRoot);
  if (config.env?.["GATEHOUSE_TEST_DATABASE"] !== "mariadb" && suiteDialect() !== "mariadb") return undefined;
  const server = await startMariaDb();
  process.env[mariaDbUrlVariable] = server.url;
  return () => server.stop();
}
