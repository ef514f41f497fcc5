// @first it takes minutes: it packs, installs and starts the service
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type AuthorFolder, makeAuthorFolder } from "../support/author-folder.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { copyProject, type ProjectCopy } from "../support/project-copy.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { stepsOf, walkSteps } from "../support/walk-through.ts";

const walkMsMax = 240_000;
/** Milliseconds of the whole test: longer than the steps, so that slow ones report their progress. */
const testMsMax = walkMsMax + 60_000;

let folder: AuthorFolder;
/** Checkout in which the package is made: nothing else builds there. */
let checkout: ProjectCopy;
let database: TestDatabase;
let temporal: TestTemporal;
let service: Installation;

beforeAll(async () => {
  folder = makeAuthorFolder([]);
  checkout = copyProject();
  temporal = await startTestTemporal();
  database = await testDatabase(temporal.dataFolder);
  service = await startInstallation({ temporalAddress: temporal.address, databaseUrl: database.url });
});
afterAll(async () => {
  await service.stop();
  await database.remove();
  await temporal.stop();
  folder.remove();
  checkout.remove();
});

function logOf(path: string): string {
  const file = join(path, "proxy.log");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

test(
  "the steps of docs/running-a-proxy.md lead from an empty folder to a request that the new proxy fulfils",
  { timeout: testMsMax },
  async () => {
    const steps = stepsOf("docs/running-a-proxy.md", "From nothing to a running proxy");
    expect(steps).toHaveLength(8);
    const passwordFile = join(service.folder, "password.txt");
    // With a newline at the end, as an editor leaves it.
    writeFileSync(passwordFile, `${service.superuser.password}\n`, { mode: 0o600 });
    const env = {
      ...folder.environment,
      GATEHOUSE: checkout.root,
      SERVICE: service.address,
      TEMPORAL: temporal.address,
      PASSWORD_FILE: passwordFile,
    };
    const walk = { cwd: folder.path, env, timeoutMs: walkMsMax, log: () => logOf(folder.path) };
    const { stdout } = await walkSteps(steps, walk);
    expect(stdout.match(/^branch {2}online, seen \d+ s ago$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/^product {5}SQLite/m);
    const shown = JSON.parse(readFileSync(join(folder.path, "request.json"), "utf8")) as object;
    expect(shown).toMatchObject({ status: "C", operations: [{ code: "ACUA", result: "S" }] });
    const target = new Database(join(folder.path, "data/sqlite/branch.db"), { readonly: true });
    expect(target.prepare("SELECT name FROM accounts").all()).toEqual([{ name: "first.branch" }]);
    target.close();
    expect(logOf(folder.path)).toContain("ACUA on BRANCH");
    expect(logOf(folder.path)).not.toContain(service.superuser.password);
    const { context, close } = await service.compose();
    const proxy = await context.store.get("proxyServers", "branch");
    await close();
    expect(proxy?.instances?.map(({ stoppedAt }) => stoppedAt !== null)).toEqual([true]);
  },
);
