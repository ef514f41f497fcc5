import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { freePort } from "#platform/processes/free-port.ts";
import { openDatabase } from "#store/database.ts";

import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { eventually } from "../support/journey.ts";

let folder: string;
let empty: string;
let address: string;
let database: TestDatabase;
let service: GatehouseProcess;
const passwords = { anna: "Crane-Lamp-42-Harbour", ben: "Violet-Anchor-77-Meadow" };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-elsewhere-"));
  empty = join(folder, "laptop");
  mkdirSync(empty);
  database = await testDatabase(folder);
  for (const [id, password] of Object.entries(passwords)) writeFileSync(join(folder, `${id}.txt`), `${password}\n`);
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const env = { GATEHOUSE_DATA: folder, DATABASE_URL: database.url, HTTP_PORT: String(port), HTTP_HOST: "127.0.0.1" };
  const here = async (...command: string[]) => {
    const { code, output } = await runGatehouse(command, { env });
    if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${output}`);
    return output;
  };
  await here("migrate");
  await here("install", "--superuser", "anna", "--password-file", join(folder, "anna.txt"));
  await here("user", "add", "ben", "--mail", "ben@example.test");
  const link = /link=(\S+)$/m.exec(await here("user", "link", "ben"))?.[1] ?? "";
  await here("user", "class", "member", "add", "_EXPLICIT_REST_API_USERS_", "ben");
  service = startGatehouse(["api"], { env: { ...env, TEMPORAL_ADDRESS: "127.0.0.1:9" } });
  const body = new URLSearchParams({ link, password: passwords.ben, again: passwords.ben });
  const chosen = () => fetch(`${address}/identity/connect/password`, { method: "POST", body });
  await eventually("a password chosen by its link", () =>
    chosen().then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});
afterAll(async () => {
  service.child.kill();
  await service.ended();
  await database.remove();
  rmSync(folder, { recursive: true });
});

interface Called {
  readonly code: number | string;
  readonly output: string;
  readonly installation: string;
}

/** Calls a command in an empty folder, as on a machine without an installation, by a user who signs in to a remote one. */
async function from(who: keyof typeof passwords, ...command: string[]): Promise<Called> {
  const env = { GATEHOUSE_USER: who, GATEHOUSE_PASSWORD_FILE: join(folder, `${who}.txt`) };
  const called = startGatehouse(command, { env, within: ["env", "-C", empty] });
  const code = await called.ended();
  return { code, output: called.output(), installation: called.installation() };
}

/** Returns the actors and modules of the audit events of an operation. */
async function actors(operation: string): Promise<readonly unknown[]> {
  const raw = openDatabase({ databaseUrl: database.url });
  const rows = await raw.read(
    "SELECT `users`.`id`, `sesslog_full`.`module`, `sesslog_full`.`result` FROM `sesslog_full` LEFT JOIN `users` ON `users`.`key` = `sesslog_full`.`actor` WHERE `operation` = ? ORDER BY `seq`",
    [operation],
  );
  await raw.close();
  return rows.map(({ id, module, result }) => [id, module, result]);
}

test("commands change a service elsewhere as the person who signs in there, and make no file", async () => {
  const url = ["--url", address];
  const added = await from("anna", "user", "add", "zed", "--name", "Zed", ...url);
  expect(added).toEqual({
    code: 0,
    output: expect.stringMatching(/^[0-9a-f-]{36}\n$/) as string,
    installation: `Installation: the service at ${address}, as anna\n`,
  });
  expect(await actors("USAD")).toEqual([
    [null, "cli", "S"],
    ["anna", "rest", "S"],
  ]);
  const said = async (...command: string[]) => (await from("anna", ...command, ...url)).output;
  expect(await said("user", "class", "add", "IT", "--description", "IT")).toBe("The user class 'IT' is added.\n");
  expect(await said("user", "class", "member", "add", "IT", "zed")).toBe("zed is a member of 'IT'.\n");
  expect(await said("user", "class", "show", "IT")).toContain("zed  Zed  by hand");
  const expression = "IsSuperuser() || 'IT' in principal.classes";
  expect(await said("policy", "set", "users_get_list", "--expression", expression)).toBe(
    "users_get_list is at version 1: it is in force.\n",
  );
  expect(await said("client", "add", "tool", "--grant", "client_credentials", "--user", "zed")).toMatch(
    /^The secret of the client 'tool'\. It is not shown again:\n[\w-]{43}\n$/m,
  );
  expect(await said("settings", "set", "LOCKOUT_DURATION", "60")).toContain("LOCKOUT_DURATION  60 (stored;");
  expect(await said("chain", "show", "sign-in")).toMatch(/^sign-in: default\n/);
  expect(await actors("PLCS")).toEqual([["anna", "rest", "S"]]);
  expect(readdirSync(empty)).toEqual([]);
}, 180_000);

test("who lacks the right is refused by the service, in its words; where nobody answers the exit code is 3", async () => {
  const refused = await from("ben", "user", "add", "intruder", "--url", address);
  expect(refused).toEqual({
    code: 1,
    output: expect.stringMatching(/^gatehouse: FORBIDDEN: /) as string,
    installation: `Installation: the service at ${address}, as ben\n`,
  });
  expect((await actors("USAD")).at(-1)).toEqual(["ben", "rest", "F"]);
  const nobody = await from("anna", "user", "add", "zoe", "--url", "http://127.0.0.1:1");
  expect([nobody.code, nobody.output]).toEqual([3, expect.stringMatching(/does not answer.*--url or --service/)]);
  const library = await from("ben", "managed", "policy", "remove", "SERVERS", "--url", address);
  expect([library.code, library.output]).toEqual([1, expect.stringContaining("_EXPLICIT_API_USERS_")]);
  expect(readdirSync(empty)).toEqual([]);
}, 180_000);

test("without an address a command looks for an installation here, and a local one refuses an address", async () => {
  const env = { PUBLIC_ADDRESS: address, GATEHOUSE_USER: "anna", GATEHOUSE_PASSWORD_FILE: join(folder, "anna.txt") };
  const { code, output } = await runGatehouse(["user", "add", "zoe"], { env, within: ["env", "-C", empty] });
  expect([code, output]).toEqual([2, expect.stringContaining("There is no installation here")]);
  expect(output).toContain("give the address of the service with --url");
  const local = await from("anna", "vault", "status", "--url", address);
  expect([local.code, local.output, local.installation]).toEqual([
    2,
    expect.stringContaining("Call it on the machine of the service, without --url."),
    "",
  ]);
  expect(readdirSync(empty)).toEqual([]);
}, 180_000);
