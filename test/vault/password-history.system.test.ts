import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { importedPageRows } from "#domain/managed-account-limits.ts";

import { changeDirectory, faultHash } from "../support/fault-directory.ts";
import { runGatehouse } from "../support/gatehouse.ts";
import { type Journey, openJourney } from "../support/journey.ts";
import { firstPassword, given, manage } from "../support/managed-room.ts";
import { usualCapabilities } from "../support/organisation.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const manyAccounts = testSize(40, importedPageRows + 5);
let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
beforeEach(async () => {
  const capabilities = [...usualCapabilities, "verify", "adminVerify", "resetPassword"];
  journey = await openJourney({ temporal: temporal.address, capabilities });
});
afterEach(() => journey.close());

const account = async (command: readonly string[], input = "") => {
  const env = { GATEHOUSE_DATA: journey.folder, DATABASE_URL: journey.databaseUrl };
  const { code, output } = await runGatehouse(["managed", "account", ...command], { env, input });
  return [code, output] as const;
};

/** Writes a file of passwords, and returns its path. */
function fileOf(name: string, lines: readonly string[]): string {
  const file = join(journey.folder, name);
  writeFileSync(file, ["target,account,password", ...lines].join("\n"));
  return file;
}

const changeByHand = (name: string, password: string) =>
  changeDirectory(journey.directory, (database) => {
    database.prepare("UPDATE objects SET password = ? WHERE name = ?").run(faultHash(password), name);
  });

const stateOf = async (key = "") => {
  const { status, given: opens, entries } = await given(journey, key);
  return [status, opens, entries.map((entry) => `${entry.origin} ${entry.status}`).toSorted()];
};

describe("passwords that accounts have", () => {
  test("are imported from a file, count when their target has said that they open, and are listed", async () => {
    const managed = await manage(journey, ["root", "ada", "ben"], { imported: false });
    const file = fileOf("three.csv", [`T1,root,${firstPassword("root")}`, "T1,ada,wrong", "T1,nobody,x"]);
    const [tried, trial] = await account(["import", file, "--trial"]);
    expect(tried).toBe(1);
    for (const words of [
      "line 2: import T1 root\n",
      "line 3: import T1 ada\n",
      "line 4, column account: no account 'nobody' is known on the target system 'T1'. Discover the target system first.",
      "import 2, leave 0, refuse 1. Nothing was written.",
    ])
      expect(trial).toContain(words);
    expect(await journey.store.count("vaultEntries")).toBe(0);
    const two = fileOf("two.csv", [`T1,root,${firstPassword("root")}`, "T1,ada,wrong"]);
    const [code, told] = await account(["import", two, "--wait"]);
    expect([code, told]).toEqual([1, expect.stringContaining("import 2, leave 0, refuse 0.\n")]);
    expect(told).toContain("T1 ada: the target says no\n");
    expect(told).toContain("1 password(s) are not confirmed.");
    expect(await stateOf(managed.get("root"))).toEqual(["C", [true], ["imported C"]]);
    expect(await stateOf(managed.get("ada"))).toEqual(["U", [], ["imported failed"]]);
    const again = await account(["import", file, "--keep-going"]);
    expect([again[0], again[1]]).toEqual([1, expect.stringContaining("import 1, leave 1, refuse 1.")]);

    const single = await account(["import", "T1", "ben", "--wait"], `${firstPassword("ben")}\n`);
    expect(single).toEqual([0, expect.stringContaining("import 1, leave 0, refuse 0.")]);
    expect(await stateOf(managed.get("ben"))).toEqual(["C", [true], ["imported C"]]);
    const [, listed] = await account(["history", "T1", "ben"]);
    expect(listed).toMatch(/^\S+Z {2}imported {2}C {2}given out {2}opens \S+Z {2}refused - {2}[0-9a-f-]{36}\n$/);
    for (const output of [trial, told, single[1], listed]) expect(output).not.toMatch(/first-of|wrong/);
  }, 180_000);

  test("are told to the vault after a change by hand, and a wrong one changes nothing", async () => {
    const managed = await manage(journey, ["root"]);
    const key = managed.get("root") ?? "";
    const [code, told] = await account(["override", "T1", "root", "--wait"], "not-this-one");
    expect([code, told]).toEqual([1, expect.stringContaining("T1 root: the target says no")]);
    expect(await stateOf(key)).toEqual(["C", [true], ["imported C", "overridden failed"]]);
    const failed = (await account(["history", "T1", "root", "--failed"]))[1];
    expect(failed).toMatch(/\n\S+Z {2}overridden {2}failed {2}- {2}opens - {2}refused \S+Z {2}[0-9a-f-]{36}\n$/);

    changeByHand("root", "changed-by-hand");
    expect((await given(journey, key)).given).toEqual([false]);
    expect((await account(["override", "T1", "root", "--wait"], "changed-by-hand\n"))[0]).toBe(0);
    expect(await stateOf(key)).toEqual(["C", [true], ["imported C", "overridden C", "overridden failed"]]);
    expect(await account(["override", "T1", "root"])).toEqual([2, expect.stringContaining("pipe it into the command")]);
    const json = (await account(["history", "T1", "root", "--json"]))[1];
    expect(JSON.parse(json)).toMatchObject([
      { status: "C", givenOut: false },
      { origin: "overridden", givenOut: true },
    ]);
    expect(json).not.toMatch(/secret|changed-by-hand/);
  }, 180_000);

  test(`are imported in pages of ${importedPageRows} (${manyAccounts} accounts), each with a run of its own, and left where they are known`, async () => {
    const names = Array.from({ length: manyAccounts }, (_, index) => `root${index}`);
    const managed = await manage(journey, names, { imported: false });
    const file = fileOf(
      "many.csv",
      names.map((name) => `T1,${name},${firstPassword(name)}`),
    );
    const [code, told] = await account(["import", file, "--wait"]);
    expect([code, told]).toEqual([0, expect.stringContaining(`import ${names.length}, leave 0, refuse 0.`)]);
    expect(await journey.store.count("managedAccounts", { status: "C" })).toBe(names.length);
    expect(await journey.store.count("runs")).toBe(Math.ceil(manyAccounts / importedPageRows));
    expect(await stateOf(managed.get("root7"))).toEqual(["C", [true], ["imported C"]]);
    expect((await account(["import", file]))[1]).toContain(`import 0, leave ${names.length}, refuse 0.`);
    expect(await journey.store.count("vaultEntries")).toBe(names.length);
  }, 300_000);
});
