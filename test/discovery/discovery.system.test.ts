import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { createScheduleKeeper } from "#activities/hub/discovery-schedules.ts";
import { discoveredNamesMax } from "#domain/engine-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { abortDiscovery, confirmDiscovery } from "#operations/discovery/decide-discovery.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";

import { discoveriesOf } from "../support/discoveries.ts";
import { changeDirectory, faultReads, fillDirectory, planFaults } from "../support/fault-directory.ts";
import { feedConnector } from "../support/feed-connector.ts";
import { eventually, type Journey, type JourneyOptions, openJourney } from "../support/journey.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

const target = "T1";
const { begin, discover, discovery, generation, names, operator, waits } = discoveriesOf(() => journey, target);

async function open(options: Partial<JourneyOptions> = {}): Promise<void> {
  journey = await openJourney({ temporal: temporal.address, ...options });
}

describe("a discovery", () => {
  // @specification 1.discovery
  test("loads accounts, groups, attributes and memberships, and touches nothing that has not changed", async () => {
    await open();
    fillDirectory(journey.directory, 300, 3);
    expect((await discover()).discovery.loaded).toEqual({ added: 303, changed: 0, removed: 0, memberships: 300 });
    expect(await names("accounts")).toHaveLength(300);
    expect(await names("groups")).toEqual(["group0", "group1", "group2"]);
    expect(await journey.store.count("accountAttributes")).toBe(900);
    const first = await generation();

    const position = await journey.store.changeLog.position();
    const again = await discover();
    expect(again.discovery.loaded).toEqual({ added: 0, changed: 0, removed: 0, memberships: 0 });
    expect(await generation()).toEqual(first);
    const written = (await journey.store.changeLog.read(position, 1000)).map(({ table }) => table);
    expect([...new Set(written)].toSorted()).toEqual([
      "listings",
      "operationIdentifiers",
      "requestOperations",
      "sesslog_full",
    ]);

    changeDirectory(journey.directory, (database) => {
      database.exec(
        "UPDATE objects SET name = 'renamed', enabled = 0, attributes = '{\"mail\":[\"new\"]}' WHERE name = 'user00007'",
      );
      database.exec(
        "DELETE FROM memberships WHERE accountId IN (SELECT id FROM objects WHERE name IN ('user00001', 'user00002'))",
      );
      database.exec("DELETE FROM objects WHERE name = 'user00002'");
      database.exec("INSERT INTO objects (type, name, attributes, createdBy) VALUES ('account', 'added', '{}', '')");
    });
    const changed = await discover();
    expect(changed.discovery.loaded).toMatchObject({ added: 1, changed: 1, removed: 1 });
    const [renamed] = await journey.store.select("accounts", { where: { shortId: "renamed" } });
    expect(renamed).toMatchObject({ enabled: false, longId: "renamed", version: 2, lastUpdatedModule: "load" });
    const values = await journey.store.select("accountAttributes", { where: { accountKey: renamed?.key ?? "" } });
    expect(values).toMatchObject([{ name: "mail", sequence: 0, value: "new", version: 2 }]);
    expect(await journey.store.count("groupMemberships")).toBe(298);
    const all = await names("accounts");
    expect(all).toContain("added");
    expect(all).not.toContain("user00002");
    const rows = await journey.store.changeLog.read(0, 100_000);
    const log = rows.filter(({ table, key }) => table === "accounts" && key === renamed?.key).at(-1);
    expect(log).toMatchObject({ operation: "update", version: 2, data: { shortId: "renamed", enabled: 0 } });
    expect(log?.data).not.toHaveProperty("locked");
  });

  // @specification 1.auto-association
  test("autoAttachBy: associates by name or attribute, a blank or ambiguous one with nobody, and never takes an account from its owner", async () => {
    await open();
    changeDirectory(journey.directory, (database) => {
      const insert = database.prepare(
        "INSERT INTO objects (type, name, attributes, createdBy) VALUES ('account', ?, ?, '')",
      );
      insert.run("ada", "{}");
      insert.run("x1", JSON.stringify({ owner: ["bob"] }));
      insert.run("x2", JSON.stringify({ owner: ["bob", "cy"] }));
      insert.run("x3", JSON.stringify({ owner: [""] }));
    });
    expect((await discover()).discovery.associated).toBe(1);
    const owner = async (shortId: string) => {
      const [row] = await journey.store.select("accounts", { where: { shortId } });
      return [row?.userKey ?? null, row?.associatedBy ?? null];
    };
    expect(await owner("ada")).toEqual([journey.keyOf("ada"), "auto"]);
    expect(await owner("x1")).toEqual([null, null]);
    const { store } = journey;
    await store.transaction(async () => {
      const [ada] = await store.select("accounts", { where: { shortId: "ada" } });
      await store.save("accounts", { key: ada?.key ?? "", userKey: journey.keyOf("dan"), associatedBy: "admin" });
      await store.save("targetSystems", { id: target, autoAttachBy: "owner" });
    });
    expect((await discover()).discovery.associated).toBe(1);
    expect(await owner("ada")).toEqual([journey.keyOf("dan"), "admin"]);
    expect(await owner("x1")).toEqual([journey.keyOf("bob"), "auto"]);
    expect([await owner("x2"), await owner("x3")]).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test("goes on behind the last good chunk when the target fails in the midst, and tells the target's words when it gives up", async () => {
    await open({ settings: { discoveryChunkObjects: 50 } });
    fillDirectory(journey.directory, 500);
    const broken = { kind: "error", code: "broken", message: "the line is cut" } as const;
    planFaults(journey.directory, [{ capability: "page", nth: 6, fault: broken }]);
    const ended = await discover();
    expect(ended).toMatchObject({ result: "S", sends: 2, errorCode: null });
    expect(await names("accounts")).toHaveLength(500);
    expect(faultReads(journey.directory)).toBe(500);

    const before = await generation();
    planFaults(journey.directory, [{ capability: "page", fault: broken }]);
    expect(await discover()).toMatchObject({ result: "F", errorCode: "broken", errorMessage: "the line is cut" });
    expect(await generation()).toEqual(before);
  });

  test("drops the values of an attribute that is not to be loaded any more, though nothing has changed on the target", async () => {
    await open();
    fillDirectory(journey.directory, 20);
    await discover();
    const { store, context } = journey;
    await store.transaction(() =>
      store.save("targetSystemAttributeDefinitions", {
        key: context.ids.guid(),
        targetSystemId: target,
        attribute: "title",
        discoveredObjectType: "user",
        type: "string",
        actionOnCreate: "ignore",
        actionOnUpdate: "ignore",
        loadFromTarget: false,
      }),
    );
    await discover();
    const values = await store.select("accountAttributes");
    expect([values.length, new Set(values.map(({ name }) => name))]).toEqual([20, new Set(["mail"])]);
    expect((await discover()).discovery.loaded).toEqual({ added: 0, changed: 0, removed: 0, memberships: 0 });
  });

  test("is refused while another one of the target is under way", async () => {
    await open();
    planFaults(journey.directory, [{ capability: "list", fault: { kind: "delay", ms: 1500 } }]);
    const key = await begin();
    await expect(begin()).rejects.toMatchObject({ code: "DISCOVERY_RUNNING" });
    await eventually("the first one ended", async () => (await discovery(key)).result === "S");
  });
});

test("follows a change feed from its token on, and lists everything again when the feed fails", async () => {
  await open({ connectors: [feedConnector] });
  fillDirectory(journey.directory, 100, 2);
  expect((await discover()).discovery).toMatchObject({ mode: "full", loaded: { added: 102, memberships: 100 } });
  const read = faultReads(journey.directory);
  expect((await discover()).discovery).toMatchObject({ mode: "changes", listed: 0 });

  changeDirectory(journey.directory, (database) => {
    database.exec("UPDATE objects SET name = 'renamed' WHERE name = 'user00007'");
    database.exec("DELETE FROM memberships WHERE accountId = (SELECT id FROM objects WHERE name = 'user00002')");
    database.exec("DELETE FROM objects WHERE name = 'user00002'");
    database.exec("INSERT INTO objects (type, name, attributes, createdBy) VALUES ('account', 'added', '{}', '')");
    database.exec(
      "INSERT INTO memberships SELECT g.id, a.id FROM objects g, objects a WHERE g.name = 'group1' AND a.name = 'added'",
    );
  });
  const loaded = { added: 1, changed: 1, removed: 1 };
  expect((await discover()).discovery).toMatchObject({ mode: "changes", loaded });
  expect(faultReads(journey.directory)).toBe(read);
  const all = await names("accounts");
  expect([all.length, all.includes("renamed"), all.includes("added"), all.includes("user00002")]).toEqual([
    100,
    true,
    true,
    false,
  ]);
  expect(await journey.store.count("groupMemberships")).toBe(100);

  await journey.store.transaction(() => journey.store.changeTokens.keep(target, "account", "worn out"));
  expect(await discover()).toMatchObject({ result: "F", errorCode: "config" });
  expect((await discover()).discovery).toMatchObject({ mode: "full", loaded: { added: 0, changed: 0, removed: 0 } });
});

// @specification 8.save-queue-space
test("LWS SAVE QUEUE SPACE: a system in mode pull is listed in full each time, in another mode by its feed", async () => {
  await open({ connectors: [feedConnector], settings: { lwsSaveQueueSpace: true } });
  fillDirectory(journey.directory, 20, 2);
  const system = { key: "m1", id: target, description: "", type: "fault", targetSystemKey: target };
  const setMode = (mode: "push" | "pull") =>
    journey.store.transaction(() => journey.store.save("managedSystems", { ...system, mode }));
  await setMode("push");
  await discover();
  expect((await discover()).discovery).toMatchObject({ mode: "changes", listed: 0 });
  await setMode("pull");
  changeDirectory(journey.directory, (database) => database.exec("DELETE FROM objects WHERE name = 'user00007'"));
  const full = (await discover()).discovery;
  expect(full).toMatchObject({ mode: "full", loaded: { added: 0, changed: 0, removed: 1 } });
  expect(full.listed).toBeGreaterThan(20);
});

// @specification 2.target-system.discover-resources
test("automaticallyDiscoverResourcesToLoad: groups that a listing finds become managed, also those that were there", async () => {
  await open();
  fillDirectory(journey.directory, 2, 2);
  await discover();
  const managed = async () =>
    (await journey.store.select("groups", { orderBy: [["shortId", "asc"]] })).map((group) => group.managed);
  expect(await managed()).toEqual([false, false]);
  const option = { targetSystemId: target, name: "automaticallyDiscoverResourcesToLoad", target: "value" };
  await journey.store.transaction(() => saveOption(journey.context, option, true));
  expect((await discover()).discovery.loaded).toMatchObject({ added: 0, removed: 0 });
  expect(await managed()).toEqual([true, true]);
});

test("a discovery is ended while its target is listed: nothing is loaded, and the next one begins at once", async () => {
  await open();
  fillDirectory(journey.directory, 20, 1);
  planFaults(journey.directory, [{ capability: "list", fault: { kind: "hold" } }]);
  const key = await begin();
  await eventually("it is listed", async () => (await discovery(key)).sends === 1);
  await expect(invoke(confirmDiscovery, journey.context, operator, { key })).rejects.toMatchObject({
    code: "DISCOVERY_NOT_WAITING",
  });
  await invoke(abortDiscovery, journey.context, operator, { key });
  const ended = await eventually("it has ended", async () => {
    const row = await discovery(key);
    return row.finishedAt === null ? undefined : row;
  });
  expect(ended).toMatchObject({ result: "R", errorCode: "aborted", discovery: { phase: "ended", decision: "abort" } });
  expect(await names("accounts")).toEqual([]);
  await expect(invoke(abortDiscovery, journey.context, operator, { key })).rejects.toMatchObject({
    code: "DISCOVERY_NOT_WAITING",
    message: expect.stringContaining("has ended"),
  });
  planFaults(journey.directory, []);
  expect((await discover()).discovery.loaded).toMatchObject({ added: 21 });
});

describe("a listing that is cut to 60 %", () => {
  async function cut(): Promise<string> {
    await open();
    fillDirectory(journey.directory, 500, 2);
    await discover();
    changeDirectory(journey.directory, (database) => {
      database.exec("DELETE FROM objects WHERE type = 'account' AND name >= 'user00300'");
    });
    return begin();
  }

  test("waits for a confirmation and changes nothing; aborted, it has changed nothing", async () => {
    const key = await cut();
    const before = await generation();
    const waiting = await waits(key);
    expect(waiting.discovery).toMatchObject({ removals: 200, known: 502, decision: null });
    const named = Array.from({ length: discoveredNamesMax }, (_, index) => `user00${300 + index}`);
    expect(waiting.discoveredObjects?.map(({ change, type, name }) => [change, type, name])).toEqual(
      named.map((name) => ["removed", "account", name]),
    );
    expect(await generation()).toEqual(before);
    await invoke(abortDiscovery, journey.context, operator, { key });
    await eventually("it has ended", async () => (await discovery(key)).result === "R");
    expect(await generation()).toEqual(before);
    await expect(invoke(confirmDiscovery, journey.context, operator, { key })).rejects.toMatchObject({
      code: "DISCOVERY_NOT_WAITING",
    });
  });

  test("is loaded once it is confirmed", async () => {
    const key = await cut();
    await waits(key);
    await invoke(confirmDiscovery, journey.context, operator, { key });
    await eventually("it has ended", async () => (await discovery(key)).result === "S");
    expect(await names("accounts")).toHaveLength(300);
    const [audit] = await journey.store.select("sesslog_full", {
      where: { operation: "DISC", ident: key },
    });
    expect(audit).toMatchObject({ result: "S", targetSystem: target });
    expect(JSON.parse(audit?.message ?? "{}")).toMatchObject({ removed: 200 });
  });
});

describe("the context", () => {
  /** Makes a step fail in its work on the rows: an error of the engine alone would be no failure. */
  function plant(step: "commit" | "wait" | "abort"): void {
    const { loads, staging } = journey.store;
    if (step === "commit") vi.spyOn(loads, "load").mockRejectedValue(new ServiceError("CONFLICT"));
    if (step === "wait") vi.spyOn(loads, "removals").mockRejectedValue(new ServiceError("CONFLICT"));
    if (step === "abort") vi.spyOn(staging, "clear").mockRejectedValueOnce(new ServiceError("CONFLICT"));
  }

  async function prepared(strict: boolean): Promise<void> {
    await open();
    fillDirectory(journey.directory, 20);
    await journey.store.transaction(() =>
      saveOption(journey.context, { targetSystemId: target, name: "context_strict", target: "value" }, strict),
    );
  }

  // @specification 9.context-strict
  test.each(["commit", "wait"] as const)("fails the discovery when its %s fails", async (step) => {
    await prepared(true);
    plant(step);
    expect(await discover()).toMatchObject({ result: "F", errorCode: "CONFLICT" });
    expect(await names("accounts")).toEqual([]);
  });

  test.each(["commit", "wait"] as const)(
    "lets a failed %s pass with a warning where it is not strict",
    async (step) => {
      await prepared(false);
      plant(step);
      expect(await discover()).toMatchObject({ result: "S", discovery: { warnings: [step] } });
      expect(await names("accounts")).toEqual([]);
    },
  );

  async function failedAbort(strict: boolean): Promise<Discovery> {
    await prepared(strict);
    await discover();
    changeDirectory(journey.directory, (database) => void database.exec("DELETE FROM objects"));
    fillDirectory(journey.directory, 1);
    await journey.store.transaction(async () => {
      for (let n = 0; n < 60; n += 1)
        await journey.store.save("accounts", { ...gone, key: `gone${n}`, stableId: `gone${n}` });
    });
    const key = await begin();
    await waits(key);
    plant("abort");
    await invoke(abortDiscovery, journey.context, operator, { key });
    return eventually("it has ended", async () => {
      const row = await discovery(key);
      return row.finishedAt === null ? undefined : row;
    });
  }
  const gone = { targetSystemKey: target, longId: "gone", shortId: "gone", displayId: "gone" };

  // @specification 9.context-strict
  test("fails the discovery when its abort fails, and warns of it where it is not strict", async () => {
    expect(await failedAbort(true)).toMatchObject({ result: "F", errorCode: "CONFLICT" });
    await journey.close();
    expect(await failedAbort(false)).toMatchObject({ result: "R", discovery: { warnings: ["abort"] } });
  });
});

test("a discovery in which every hub step is executed twice ends the same", async () => {
  await open({
    wrap: (activities) => {
      const twice: Record<string, (input: never) => Promise<unknown>> = {};
      for (const [name, run] of Object.entries(activities) as [string, (input: never) => Promise<unknown>][]) {
        twice[name] = async (input) => {
          await run(input);
          return run(input);
        };
      }
      return twice as unknown as typeof activities;
    },
  });
  fillDirectory(journey.directory, 50, 2);
  expect(await discover()).toMatchObject({ result: "S", discovery: { loaded: { added: 52, memberships: 50 } } });
  expect(await names("accounts")).toHaveLength(50);
  const audits = await journey.store.count("sesslog_full", { operation: "DISC" });
  expect(audits).toBe(1);
});

test("a schedule follows its target system and starts a discovery", async () => {
  await open();
  fillDirectory(journey.directory, 5);
  const { client } = journey.engine;
  const keeper = createScheduleKeeper(journey.context, client);
  const setSchedule = (listSchedule: string | null) =>
    journey.store.transaction(() => journey.store.save("targetSystems", { id: target, listSchedule }));
  const handle = client.schedule.getHandle(`discovery-of-${target}`);
  // The list of schedules in the engine is updated a moment after they were changed.
  const settled = () =>
    eventually("nothing is left to do", async () => (await keeper.reconcile().catch(() => 1)) === 0);

  await setSchedule("0 2 * * *");
  await settled();
  expect((await handle.describe()).memo).toEqual({ cron: "0 2 * * *" });
  await setSchedule("30 3 * * 1-5");
  await settled();
  expect((await handle.describe()).memo).toEqual({ cron: "30 3 * * 1-5" });

  await handle.trigger();
  await eventually("the discovery has ended", async () => {
    const [row] = await journey.store.select("requestOperations", { where: { code: "DISC" } });
    return row?.result === "S" && row.discovery?.trigger === "schedule";
  });
  expect(await names("accounts")).toHaveLength(5);
  await setSchedule(null);
  await settled();
  await expect(handle.describe()).rejects.toThrow();
});
