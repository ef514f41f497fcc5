import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { proxyAwaySeconds } from "#domain/limits.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";
import { startTestEngine, type TestEngine } from "../support/engine.ts";
import { changeDirectory, fillDirectory, planFaults } from "../support/fault-directory.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { eventually } from "../support/journey.ts";
import { foundOrganisation, saveProxy } from "../support/organisation.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let api: TestApi;
let engine: TestEngine;
let directory = "";

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());

beforeEach(async () => {
  let nudge: () => void = () => undefined;
  api = await openTestApi({ nudge: () => nudge() });
  directory = join(api.folder, "directory.db");
  const { people } = await foundOrganisation(api.context, {
    people: ["ada"],
    targets: { T1: [] },
    address: { file: directory },
  });
  await api.letIn(...Object.values(people));
  for (const id of ["root", "ada"]) writeFileSync(join(api.folder, `${id}.txt`), `password-of-${id}\n`);
  engine = await startTestEngine({ context: api.context, address: temporal.address, folder: api.folder });
  nudge = () => engine.dispatch.nudge();
});
afterEach(async () => {
  await engine.stop();
  await api.close();
});

const signedIn = (id: string) => ["--url", api.address, "--user", id, "--password-file", join(api.folder, `${id}.txt`)];
const discover = (...rest: string[]) => callCommand(["discover", ...rest, ...signedIn("root")]);
const guid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Returns the settings of a command that works on the database of this installation without the address of its engine. */
const here = () => ({
  env: {
    GATEHOUSE_DATA: api.folder,
    DATABASE_URL: api.databaseUrl,
    LOG_LEVEL: "silent",
  },
});

const row = async (key: string) => (await api.context.store.get("requestOperations", key)) as Discovery;
const ended = (key: string) =>
  eventually(`discovery ${key} ended`, async () => {
    const found = await row(key);
    return found.finishedAt === null ? undefined : found;
  });
/** Holds every listing until it is released. */
const holdListings = () => planFaults(directory, [{ capability: "list", fault: { kind: "hold" } }]);
const releaseListings = () => planFaults(directory, []);

/** Discovers 500 accounts and removes 200 of them from the target. */
async function cut(): Promise<void> {
  fillDirectory(directory, 500);
  expect((await discover("T1", "--wait")).code).toBe(0);
  changeDirectory(directory, (database) => void database.exec("DELETE FROM objects WHERE name >= 'user00300'"));
}

/** Presses Ctrl-C as a terminal does. */
async function interrupt(command: GatehouseProcess): Promise<number | string> {
  command.child.kill("SIGINT");
  return command.ended();
}

describe("gatehouse discover", () => {
  // @specification 1.discovery
  test("prints the key of the operation, and with --wait the progress and what was done", async () => {
    fillDirectory(directory, 40, 2);
    const begun = await discover("T1");
    expect([begun.code, begun.output.trim()]).toEqual([0, expect.stringMatching(guid)]);
    await ended(begun.output.trim());
    changeDirectory(directory, (database) => void database.exec("DELETE FROM objects WHERE name = 'user00007'"));
    holdListings();
    const waiting = startGatehouse(["discover", "T1", "--wait", ...signedIn("root")]);
    await waiting.until(/^[0-9a-f-]{36}\n(… Discovery .*\n)*… Discovery .*listing.*\n/);
    releaseListings();
    expect(await waiting.ended()).toBe(0);
    expect(waiting.output()).toMatch(
      /✔ Discovery +\d+ listed with \d+ memberships, 0 added, 0 changed, 1 removed, 0 associated \(\d+\.\d s\)\n$/,
    );
  });

  test("says what waits for a confirmation and fails; --confirm lets it go on, --abort ends it", async () => {
    await cut();
    const asked = await discover("T1", "--wait");
    expect([asked.code, asked.output]).toEqual([
      1,
      expect.stringMatching(
        /\n‖ Discovery +.*300 listed of about 500 objects.*\ngatehouse: The discovery would remove 200 of 500 accounts, and waits .*\n.*gatehouse discover [0-9a-f-]{36} --confirm --wait\n.*gatehouse discover [0-9a-f-]{36} --abort\n$/,
      ),
    ]);
    const [key = ""] = asked.output.split("\n");
    const aborted = await discover(key, "--abort");
    expect([aborted.code, aborted.output]).toEqual([0, `${key}\n`]);
    expect((await ended(key)).result).toBe("R");
    const again = await discover(key, "--confirm");
    expect([again.code, again.output]).toEqual([1, expect.stringMatching(/^gatehouse: DISCOVERY_NOT_WAITING: .+\n$/)]);

    const [other = ""] = (await discover("T1", "--wait")).output.split("\n");
    // An operator without the key finds it by the target system.
    expect((await discover("T1", "--follow")).output).toContain(other);
    const confirmed = await discover("T1", "--confirm", "--wait");
    expect(confirmed.output).toContain(other);
    expect([confirmed.code, confirmed.output]).toEqual([0, expect.stringContaining("200 removed")]);
    expect(await api.context.store.count("accounts")).toBe(300);
  });

  test("says in one line what is wrong, and its exit code tells the kind", async () => {
    const lines: [string[], number, RegExp][] = [
      [["NONE"], 1, /^gatehouse: NOT_FOUND: .+\n$/],
      [["it's"], 1, /^gatehouse: NOT_FOUND: .+\n$/],
      [["T1", "--confirm", "--abort"], 2, /^gatehouse: --confirm, --abort and --follow exclude each other\.\n$/],
      [["T1", "--follow"], 1, /^gatehouse: No discovery of the target system 'T1' is under way or waits\.\n$/],
      [["00000000-0000-4000-8000-000000000000", "--follow"], 1, /^gatehouse: NOT_FOUND: .+\n$/],
    ];
    for (const [command, code, words] of lines)
      expect(await discover(...command), command.join(" ")).toEqual({ code, output: expect.stringMatching(words) });
    const stranger = await callCommand(["discover", "T1", ...signedIn("ada")]);
    expect(stranger).toEqual({ code: 1, output: expect.stringMatching(/^gatehouse: FORBIDDEN: .+\n$/) });
    const env = { GATEHOUSE_TOKEN: "x" };
    const away = await callCommand(["discover", "T1", "--url", "http://127.0.0.1:9"], { env });
    expect(away).toEqual({
      code: 3,
      output: expect.stringMatching(/^gatehouse: The service at .+ does not answer\..*\n$/),
    });
    await api.context.store.transaction(() => api.context.store.save("targetSystems", { id: "T1", enabled: false }));
    expect(await discover("T1")).toEqual({
      code: 1,
      output: expect.stringMatching(/^gatehouse: TARGET_DISABLED: .+\n$/),
    });
  });

  test("tells the target's own words when the discovery fails", async () => {
    planFaults(directory, [
      { capability: "list", fault: { kind: "error", code: "permission", message: "no such right" } },
    ]);
    const { code, output } = await discover("T1", "--wait");
    expect([code, output]).toEqual([1, expect.stringMatching(/✘ Discovery +failed .+\ngatehouse: no such right\n$/)]);
  });

  test("Ctrl-C ends the waiting, says that the discovery goes on, and --follow joins it again", async () => {
    fillDirectory(directory, 40);
    holdListings();
    const command = startGatehouse(["discover", "T1", "--wait", ...signedIn("root")]);
    const [, key = ""] = await command.until(/^([0-9a-f-]{36})\n[^]*listing/);
    expect(await interrupt(command)).toBe(130);
    expect(command.output()).toMatch(
      new RegExp(`\\ngatehouse: The discovery goes on\\. Wait for it with: gatehouse discover ${key} --follow\\n$`),
    );
    expect((await row(key)).finishedAt).toBe(null);
    releaseListings();
    const followed = await discover(key, "--follow");
    expect([followed.code, followed.output]).toEqual([0, expect.stringContaining("40 added")]);
    expect((await row(key)).result).toBe("S");
  });
});

describe("gatehouse psupdate", () => {
  let store: TestApi["context"]["store"];
  beforeEach(() => void (store = api.context.store));

  async function addTarget(id: string, part: object = {}): Promise<void> {
    const [like] = await store.select("targetSystems", { where: { id: "T1" } });
    if (!like) throw new Error("no T1");
    const { id: _id, version: _version, lastUpdatedModule: _module, lastUpdatedNode: _node, ...rest } = like;
    await store.transaction(() => store.save("targetSystems", { ...rest, ...part, id }));
  }

  test("discovers every enabled target system in order, then carries out the import rules", async () => {
    fillDirectory(directory, 40, 2);
    await addTarget("A1");
    await addTarget("OFF", { enabled: false });
    await addTarget("HAND", { mode: "manual" });
    const add = (...rule: string[]) => callCommand(["import-rule", "add", ...rule], here());
    await store.transaction(() =>
      store.save("managedSystemPolicies", {
        id: "P",
        mode: "push",
        description: "",
        managedByNode: "node1",
        disclosurePlugins: [],
        changeIntervalHours: 24,
        checkoutMaxMinutes: 60,
      }),
    );
    expect((await add("managedSystem", "10", "resource.id in ['T1', 'HAND']", "bind", "--policy", "P")).code).toBe(0);
    const { code, output } = await callCommand(["psupdate"], here());
    expect(code, output).toBe(0);
    expect(output).toMatch(
      /✔ A1 +ended, \d+ listed \([^]*✔ T1 +ended, \d+ listed, 1 bound \([^]*✔ Import rules +1 bound \(/,
    );
    expect(output).not.toMatch(/OFF|HAND/);
    expect((await store.select("managedSystems", { orderBy: [["id", "asc"]] })).map(({ id }) => id)).toEqual([
      "HAND",
      "T1",
    ]);
    const triggers = await store.select("requestOperations", { where: { code: "DISC" } });
    expect(triggers.map(({ discovery }) => discovery?.trigger)).toEqual(["psupdate", "psupdate"]);
    expect(await store.count("sesslog_full", { operation: "IMPR", result: "S" })).toBe(1);
  });

  test("goes on behind a target system that fails or waits, and then fails itself", async () => {
    await cut();
    await addTarget("A1", { address: { file: "/nowhere/at/all.db" } });
    const { code, output } = await callCommand(["psupdate"], here());
    expect([code, output]).toEqual([1, expect.stringMatching(/gatehouse: 2 of 2 discoveries did not succeed\.\n$/)]);
    expect(output).toMatch(/✘ A1[^]*waits: gatehouse discover [0-9a-f-]{36} --confirm or --abort/);
    expect(await store.count("accounts", { targetSystemKey: "T1" })).toBe(500);
  });

  test("discovers the target systems of other proxies meanwhile where one is dead, and tells of it", async () => {
    fillDirectory(directory, 40);
    for (const proxy of ["silent", "away"]) await store.transaction(() => saveProxy(api.context, proxy));
    const longAgo = api.context.clock.now() - (proxyAwaySeconds + 1) * 1000;
    await store.transaction(() => store.save("proxyServers", { id: "away", lastSeenAt: longAgo }));
    // No proxy takes the operations of either; only for the second one is that known.
    await addTarget("A1", { proxyServers: ["silent"] });
    await addTarget("B1", { proxyServers: ["away"] });
    await addTarget("Z1");
    const command = startGatehouse(["psupdate"], here());
    await command.until(/✔ Z1 +ended/);
    expect(command.output()).toMatch(/✔ T1 +ended, 40 listed \([^]*✔ Z1 +ended/);
    expect(command.output()).toMatch(/✘ B1: Its proxy 'away' takes no orders now: .*gatehouse proxy status away/);
    await command.until(/… A1 +\w+, 0 listed/);
    expect(await interrupt(command)).toBe(130);
    expect(command.output()).toMatch(/gatehouse: The discovery that is under way goes on; nothing more is begun\.\n$/);
    expect(await store.count("requestOperations", { code: "DISC" })).toBe(3);
  });

  test("Ctrl-C begins nothing more and leaves the discovery that is under way", async () => {
    fillDirectory(directory, 40);
    await addTarget("Z1");
    holdListings();
    const command = startGatehouse(["psupdate"], here());
    await command.until(/T1 +listing/);
    expect(await interrupt(command)).toBe(130);
    expect(command.output()).toMatch(
      /gatehouse: The discovery that is under way goes on; nothing more is begun\. Not begun: Z1\.\n$/,
    );
    releaseListings();
    const [begun] = await store.select("requestOperations", { where: { code: "DISC" } });
    expect((await ended(begun?.key ?? "")).result).toBe("S");
    expect(await store.count("requestOperations", { code: "DISC" })).toBe(1);
  });
});

describe("gatehouse import-rule", () => {
  const rule = (...command: string[]) => callCommand(["import-rule", ...command], here());

  test("adds, lists, tries, changes and removes rules, and refuses what cannot be compiled", async () => {
    const refused = await rule("add", "managedAccount", "1", "resource.shortID == 'x'", "unbind");
    expect(refused).toEqual({
      code: 1,
      output:
        "gatehouse: condition:1:10: The field 'resource.shortID' is not known here. Did you mean 'resource.shortId'?\n",
    });
    const added = await rule("add", "managedSystem", "10", "true", "delete", "--description", "away with them");
    expect([added.code, added.output.trim()]).toEqual([0, expect.stringMatching(guid)]);
    const key = added.output.trim();
    expect((await rule("list")).output).toBe(`${key}  managedSystem  10  delete  true\n`);
    expect((await rule("trial")).output).toBe(
      "managedSystem 10: delete: 1 matched, 0 to change\nNothing was changed.\n",
    );
    expect(JSON.parse((await rule("trial", "--json")).output)).toMatchObject({
      rules: [{ key, matched: 1, objects: [] }],
    });
    expect((await rule("update", key, "--disable")).code).toBe(0);
    expect((await rule("trial")).output).toBe("There is no import rule that is enabled; nothing would be done.\n");
    expect((await rule("list")).output).toContain("(disabled)");
    expect((await rule("remove", key)).code).toBe(0);
    expect((await rule("remove", key)).code).toBe(1);
  });
});
