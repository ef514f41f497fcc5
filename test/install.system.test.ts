// @databases sqlite mariadb
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { freePort } from "#platform/processes/free-port.ts";

import { type TestDatabase, testDatabase } from "./support/database.ts";
import { runGatehouse, startGatehouse } from "./support/gatehouse.ts";

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
