import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { machineLogin } from "#bin/machine-login.ts";
import { operatorName } from "#bin/operator-name.ts";
import { httpTransport } from "#idapi/http-transport.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { describeDatabase } from "#store/database-url.ts";
import { openDatabase } from "#store/database.ts";

import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type GatehouseStart, runGatehouse, startGatehouse } from "../support/gatehouse.ts";

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-install-"));
  database = await testDatabase(folder);
});
afterAll(async () => {
  await database.remove();
  rmSync(folder, { recursive: true });
});

const password = "Crane-Lamp-42-Harbour";

test("an installation of parts gets its first superuser by two commands, who signs in at its API; the second time nothing is changed", async () => {
  const file = join(folder, "anna.txt");
  writeFileSync(file, `${password}\n`);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { GATEHOUSE_DATA: folder, DATABASE_URL: database.url, HTTP_PORT: String(port), HTTP_HOST: "127.0.0.1" };
  const run = (...command: string[]) => runGatehouse(command, { env });
  expect((await run("migrate")).code).toBe(0);
  const installed = await run("install", "--superuser", "anna", "--password-file", file);
  expect([installed.code, installed.output]).toEqual([0, "The installation is ready. The superuser is 'anna'.\n"]);
  const again = await run("install");
  expect([again.code, again.output]).toEqual([0, expect.stringContaining("A superuser exists, who was left alone.")]);

  const api = startGatehouse(["api"], { env: { ...env, TEMPORAL_ADDRESS: "127.0.0.1:9" } });
  try {
    await expect
      .poll(
        () =>
          fetch(`${address}/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
    const signIn = () =>
      fetch(`${address}/identity/connect/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username: "anna", password }),
      });
    await expect.poll(async () => (await signIn()).status, { timeout: 60_000 }).toBe(200);
    // What sets up managed accounts is called by the library.
    const library = httpTransport(address);
    const { sessionKey } = await library.logIn("anna", password);
    await library.logOut(sessionKey);
  } finally {
    api.child.kill();
    await api.ended();
  }
});

test("an anchor that a restore has lost is told apart from a broken one, once an operator has said that there was a restore", async () => {
  const env = { GATEHOUSE_DATA: folder, DATABASE_URL: database.url };
  const verify = () => runGatehouse(["audit", "verify", "--anchor", "node1:4711:1.abc"], { env });
  const broken = await verify();
  expect([broken.code, broken.output]).toEqual([1, expect.stringContaining("anchorBroken  node1:4711")]);
  const said = await runGatehouse(["restored"], { env });
  expect([said.code, said.output]).toEqual([0, expect.stringContaining("Uncertain until verified: 0")]);
  const { code, output } = await verify();
  expect([code, output]).toEqual([0, expect.stringContaining("The installation was restored at 20")]);
  expect(output).toContain("what stood behind place 0 then is not in it");
  expect(output).toContain("The audit is intact. 1 anchor(s) prove nothing of it.");
});

/**
 * Returns a prefix that runs a command as a user who has logged in at the machine; undefined if the kernel forbids setting the login a
 * second time.
 */
function signedIn(uid: number): readonly string[] | undefined {
  const within = ["sh", "-c", `echo ${uid} > /proc/self/loginuid && exec "$0" "$@"`];
  return spawnSync("sh", [...within.slice(1), "true"]).status === 0 ? within : undefined;
}

test("a local command says on which installation it acts, and the audit knows who has called it, as far as the machine does", async () => {
  const env = { GATEHOUSE_DATA: folder, DATABASE_URL: database.url };
  expect((await runGatehouse(["migrate"], { env })).code).toBe(0);
  expect((await runGatehouse(["install"], { env })).code).toBe(0);
  const acts = `Installation: ${describeDatabase(database.url)}, data in ${folder}\n`;
  const raw = openDatabase({ databaseUrl: database.url });
  const actor = async (id: string, more: GatehouseStart = {}) => {
    const added = startGatehouse(["user", "add", id], { ...more, env: { ...env, ...more.env } });
    expect([await added.ended(), added.installation()], added.output()).toEqual([0, acts]);
    const rows = await raw.read("SELECT `actor` FROM `sesslog_full` WHERE `operation` = 'USAD' AND `ident` = ?", [id]);
    return rows.map((row) => row["actor"]);
  };
  const account = userInfo().username;
  const own = signedIn(4_000_001);
  // If this test itself runs in a login session, the kernel names that user for every command.
  const login = own === undefined ? machineLogin({}).login : undefined;
  const said = { SUDO_USER: "ben" };
  expect(await actor("zoe")).toEqual([operatorName({ account, ...(login && { login }) })]);
  expect(await actor("yan", { env: said })).toEqual([
    login === undefined ? `cli:${account} (SUDO_USER says ben)` : operatorName({ account, login }),
  ]);
  if (own !== undefined)
    expect(await actor("xia", { env: said, within: own })).toEqual([`cli:uid 4000001 (as ${account})`]);
  await raw.close();

  for (const words of [
    ["--quiet", "user", "add", "wim"],
    ["audit", "verify", "--json"],
  ]) {
    const called = startGatehouse(words, { env });
    expect([words, await called.ended(), called.installation()], called.output()).toEqual([words, 0, ""]);
  }
});

test("a command that finds no installation is refused with the way out, and makes no file", async () => {
  const empty = mkdtempSync(join(tmpdir(), "gatehouse-nothing-"));
  const elsewhere = join(empty, "data");
  for (const command of [["user", "add", "zed"], ["policy", "list"], ["install"], ["audit", "verify"]]) {
    const { code, output } = await runGatehouse(command, { env: { GATEHOUSE_DATA: elsewhere } });
    expect([command, code, output]).toEqual([command, 2, expect.stringContaining("There is no installation here")]);
    expect(output).toContain("set GATEHOUSE_DATA or DATABASE_URL");
    expect(existsSync(elsewhere)).toBe(false);
  }
  expect(readdirSync(empty)).toEqual([]);
  rmSync(empty, { recursive: true });
});
