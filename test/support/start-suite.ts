import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import type { TestProject } from "vitest/node";

import { buildProgram } from "../../tools/program/build-program.ts";
import { arePagesCurrent } from "../../tools/web/build-pages.ts";
import { mariaDbUrlVariable, suiteDialect } from "./database.ts";
import { startMariaDb } from "./mariadb.ts";
import { projectRoot } from "./source-files.ts";

/** Variable that keeps the program and the pages from being built, because no test of this run needs them: `sources`. */
const programVariable = "GATEHOUSE_TEST_PROGRAM";

/**
 * Builds the program that the tests start and the pages that it serves, where they are not current, and starts the shared MariaDB server of a
 * system project, if its files run on one.
 */
export async function setup({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env[programVariable] !== "sources") {
    await buildProgram(projectRoot);
    if (!arePagesCurrent(projectRoot)) await buildPages();
  }
  if (config.env?.["GATEHOUSE_TEST_DATABASE"] !== "mariadb" && suiteDialect() !== "mariadb") return undefined;
  const server = await startMariaDb();
  process.env[mariaDbUrlVariable] = server.url;
  return () => server.stop();
}

/** Builds the pages in a process of their own: in the environment of tests they would be those of development. */
async function buildPages(): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [join(projectRoot, "tools", "build-web.ts"), "--if-changed"], { env });
}
