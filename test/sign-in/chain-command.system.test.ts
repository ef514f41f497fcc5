import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";

let api: TestApi;
let folder = "";
beforeAll(async () => {
  api = await openTestApi();
  folder = join(api.folder, "chains");
  mkdirSync(folder, { mode: 0o700 });
});
afterAll(() => api.close());

/** Runs `gatehouse chain …` on the database of the API that runs beside it. */
async function chain(...command: string[]): Promise<readonly [number | string, string]> {
  const env = { GATEHOUSE_DATA: api.folder, DATABASE_URL: api.databaseUrl };
  const { code, output } = await callCommand(["chain", ...command], { env });
  return [code, output];
}

function file(written: object): string {
  const path = join(folder, "chain.json");
  writeFileSync(path, JSON.stringify(written));
  return path;
}

const password = (passed = "ALLOW") => ({ component: "password", outcomes: { passed, failed: "DENY" } });
const asked = async () => {
  const { json } = await api.send("POST", "/identity/sign-in/attempts", { body: {} });
  return json.fields.map(({ name }: { name: string }) => name);
};

test("a chain is tried, set, and in force at once in a process that runs; then it is rolled back and reset", async () => {
  const [code, list] = await chain("list");
  expect([code, list]).toEqual([0, expect.stringContaining("default   signIn             1000  sign-in")]);
  expect(list).toContain("help-desk");
  const steps = { name: { component: "userName", outcomes: { given: "password" } }, password: password() };
  const path = file({ name: "sign-in", description: "Name first", first: "name", steps });
  expect(await chain("try", "--file", path, "--outcome", "password=passed")).toEqual([
    0,
    "taken: sign-in\n  not sign-in-external: 'provider set' does not match.\nsign-in.name (userName): given → password\nsign-in.password (password): passed → ALLOW\nend: ALLOW\n",
  ]);
  expect(await asked()).toEqual(["userName", "password"]);
  expect(await chain("set", path, "--comment", "CR-21")).toEqual([0, "sign-in is at version 1: it is in force.\n"]);
  expect(await asked()).toEqual(["userName"]);
  expect((await chain("show", "sign-in"))[1]).toMatch(/^sign-in: stored, version 1\n\n\{\n {2}"name": "sign-in",/);
  expect(await chain("set", path, "--expect-version", "0")).toEqual([1, expect.stringContaining("is at version 1")]);
  expect(await chain("roll-back", "sign-in", "0")).toEqual([
    0,
    "sign-in is at version 2: nothing is stored any more.\n",
  ]);
  expect(await asked()).toEqual(["userName", "password"]);
  expect((await chain("versions", "sign-in"))[1]).toMatch(
    /^2 {2}\S+Z {2}cli:\S+ {2}rollBack\n {3}the default\n1 {2}\S+Z {2}cli:\S+ {2}set {2}CR-21\n {3}\{"name":"sign-in"/,
  );
}, 60_000);

test("what locks everybody out is refused, forced, and undone on the machine without signing in", async () => {
  const path = file({ name: "locked", position: 0, first: "password", steps: { password: password("DENY") } });
  expect(await chain("set", path)).toEqual([
    1,
    expect.stringContaining("no superuser could come in by the chain 'locked'"),
  ]);
  expect(await chain("set", path, "--force")).toEqual([0, "locked is at version 1: it is in force.\n"]);
  expect((await chain("try"))[1]).toContain("  not sign-in: It stands at 1000, behind 'locked' at 0.\n");
  expect(await chain("reset", "locked")).toEqual([0, "locked is at version 2: nothing is stored any more.\n"]);
  expect(await chain("reset", "locked")).toEqual([1, expect.stringContaining("There is no chain 'locked'.")]);
}, 60_000);

test("a reset after which nobody could sign in is refused at a service elsewhere, and made on its machine", async () => {
  const open = { name: "open", position: 1, first: "password", steps: { password: password() } };
  expect(await chain("set", file(open))).toEqual([0, "open is at version 1: it is in force.\n"]);
  const closed = { name: "sign-in", first: "password", steps: { password: password("DENY") } };
  expect((await chain("set", file(closed), "--force"))[0]).toBe(0);
  const passwordFile = join(folder, "root.txt");
  writeFileSync(passwordFile, "password-of-root\n", { mode: 0o600 });
  const elsewhere = ["--url", api.address, "--user", "root", "--password-file", passwordFile];
  expect(await chain("reset", "open", ...elsewhere)).toEqual([
    1,
    expect.stringContaining("no superuser could come in by the chain 'sign-in'"),
  ]);
  expect((await chain("show", "open"))[1]).toContain("open: stored, version 1");
  expect(await chain("reset", "open")).toEqual([0, "open is at version 2: nothing is stored any more.\n"]);
  expect((await chain("reset", "sign-in"))[0]).toBe(0);
}, 60_000);

test("what is wrong is told in words", async () => {
  const path = file({ name: "own", first: "password", steps: { password: password("ALOW") } });
  expect(await chain("set", path)).toEqual([1, expect.stringContaining("Do you mean 'ALLOW'?")]);
  expect(await chain("show", "own")).toEqual([1, expect.stringContaining("There is no chain 'own'.")]);
  expect(await chain("try", "--outcome", "password")).toEqual([2, expect.stringContaining("Say step=outcome")]);
  expect(await chain("try", "--outcome", "pasword=passed")).toEqual([
    1,
    expect.stringContaining("Do you mean 'password'?"),
  ]);
}, 60_000);
