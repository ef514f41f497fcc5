// @first it takes minutes: it packs, installs and starts the service
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";

import { freePort } from "#platform/processes/free-port.ts";

import { type AuthorFolder, makeAuthorFolder } from "../support/author-folder.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { startInstallation } from "../support/installation.ts";
import { copyProject, type ProjectCopy } from "../support/project-copy.ts";
import { startTestTemporal } from "../support/temporal.ts";
import { stepsOf, walkSteps } from "../support/walk-through.ts";

const run = promisify(execFile);
const walkMsMax = 240_000;
/** Milliseconds of the whole test: longer than the steps, so that slow ones report their progress. */
const testMsMax = walkMsMax + 60_000;
const installedFirst = ["typescript", "@types/node", "zod"];

let author: AuthorFolder;
/** Checkout in which the package is made: nothing else builds there. */
let checkout: ProjectCopy;
let database: TestDatabase;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  author = makeAuthorFolder(installedFirst);
  checkout = copyProject();
  database = await testDatabase(author.path);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await database.remove();
  author.remove();
  checkout.remove();
});

function logOf(folder: string, name = "gatehouse.log"): string {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

test(
  "the steps of docs/writing-a-connector.md lead from an empty folder to a request that the new connector fulfils",
  { timeout: testMsMax },
  async () => {
    const steps = stepsOf("docs/writing-a-connector.md", "From nothing to a running proxy");
    expect(steps).toHaveLength(8);
    const env = {
      ...author.environment,
      GATEHOUSE: checkout.root,
      DATABASE_URL: database.url,
      HTTP_PORT: String(await freePort()),
    };
    const walk = { cwd: author.path, env, timeoutMs: walkMsMax, log: () => logOf(author.path) };
    const { stdout } = await walkSteps(steps, walk);
    expect(stdout).toMatch(/^\d+ passed, 0 failed$/m);
    expect(stdout).toMatch(/^ℹ fail 0$/m);
    expect(stdout).toContain('{"status":"ok"}');
    expect(stdout).toMatch(/"status":"succeeded"/);
    expect(stdout).toMatch(/✔ Discovery +1 /);
    const accounts = JSON.parse(readFileSync(join(author.path, "accounts.json"), "utf8")) as unknown;
    expect(accounts).toMatchObject([{ name: "first.note", attributes: { displayName: ["First Note"] } }]);
  },
);

test(
  "the steps of docs/publishing-a-connector.md lead from that connector to a package that a proxy loads",
  { timeout: testMsMax },
  async () => {
    const steps = stepsOf("docs/publishing-a-connector.md", "From a connector to a package");
    expect(steps).toHaveLength(6);
    const env = { ...author.environment, DATABASE_URL: database.url, HTTP_PORT: String(await freePort()) };
    const log = () => logOf(author.path, "package.log");
    const { stdout } = await walkSteps(steps, { cwd: author.path, env, timeoutMs: walkMsMax, log });
    expect(stdout).toMatch(/^\d+ passed, 0 failed$/m);
    const packed = stdout.split("\n").filter((line) => line.startsWith("package/"));
    expect(packed.toSorted()).toEqual(["package/dist/index.d.ts", "package/dist/index.js", "package/package.json"]);
    expect(stdout).toContain('{"status":"ok"}');
    expect(log()).toMatch(/Proxy 'local' +connectors .*notes 0\.1\.0/);
  },
);

test(
  "the steps of docs/plug-ins.md lead to a plug-in that has types and keeps the contract, where the package is installed",
  { timeout: testMsMax },
  async () => {
    const shell = { cwd: author.path, env: author.environment };
    const steps = stepsOf("docs/plug-ins.md", "Writing and testing one");
    const { stdout, stderr } = await walkSteps(steps, { ...shell, timeoutMs: walkMsMax });
    expect(stdout).toMatch(/^ok \d+ - the cases of its author come out as they say$/m);
    expect(stdout).toMatch(/^\d+ passed, 0 failed$/m);
    expect(stdout).toMatch(/^ℹ fail 0$/m);
    expect(stdout).toContain('"id": "ADA.ABEL"');
    expect(stderr).toContain("log: a new account on HR");
    expect(stdout).toMatch(/^newIdCase +company-case\.ts +usable$/m);
    const wrong = `import type { Plugin } from "gatehouse/plugin";\nexport const run: Plugin<"newIdCase"> = ({ type }, services) => ({ id: type === "role", more: services.user("x") });\n`;
    writeFileSync(join(author.path, "wrong.ts"), wrong);
    const { stdout: told } = await run("npx", ["tsc"], shell).catch((error: Error & { stdout: string }) => error);
    expect(told).toMatch(/wrong\.ts.*'boolean' is not assignable to type 'string'/);
    expect(told).toMatch(/wrong\.ts.*Property 'user' does not exist/);
    const tried = run(
      "npx",
      ["gatehouse", "plugin", "try", "./wrong.ts", "--kind", "newIdCase", "--input", "{}"],
      shell,
    );
    await expect(tried).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("id: ") });
  },
);

test(
  "the steps of docs/running-a-proxy.md lead from an empty folder to a request that the new proxy fulfils",
  { timeout: testMsMax },
  async () => {
    const folder = makeAuthorFolder([]);
    closing.push(() => folder.remove());
    const temporal = await startTestTemporal();
    closing.push(() => temporal.stop());
    const own = await testDatabase(temporal.dataFolder);
    closing.push(() => own.remove());
    const service = await startInstallation({ temporalAddress: temporal.address, databaseUrl: own.url });
    closing.push(() => service.stop());
    const log = () => logOf(folder.path, "proxy.log");
    const steps = stepsOf("docs/running-a-proxy.md", "From nothing to a running proxy");
    expect(steps).toHaveLength(8);
    const passwordFile = join(service.folder, "password.txt");
    // With a newline at the end, as an editor leaves it.
    writeFileSync(passwordFile, `${service.superuser.password}\n`, { mode: 0o600 });
    const env = {
      ...folder.environment,
      GATEHOUSE: checkout.root,
      // Building the package takes most of the time of packing it, and the first walk has built it there.
      ...(existsSync(join(checkout.root, "dist")) && { npm_config_ignore_scripts: "true" }),
      SERVICE: service.address,
      TEMPORAL: temporal.address,
      PASSWORD_FILE: passwordFile,
    };
    const walk = { cwd: folder.path, env, timeoutMs: walkMsMax, log };
    const { stdout } = await walkSteps(steps, walk);
    expect(stdout.match(/^branch {2}online, seen \d+ s ago$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/^product {5}SQLite/m);
    const shown = JSON.parse(readFileSync(join(folder.path, "request.json"), "utf8")) as object;
    expect(shown).toMatchObject({ status: "C", operations: [{ code: "ACUA", result: "S" }] });
    const target = new Database(join(folder.path, "data/sqlite/branch.db"), { readonly: true });
    expect(target.prepare("SELECT name FROM accounts").all()).toEqual([{ name: "first.branch" }]);
    target.close();
    expect(log()).toContain("ACUA on BRANCH");
    expect(log()).not.toContain(service.superuser.password);
    const { context, close } = await service.compose();
    const proxy = await context.store.get("proxyServers", "branch");
    await close();
    expect(proxy?.instances?.map(({ stoppedAt }) => stoppedAt !== null)).toEqual([true]);
  },
);
