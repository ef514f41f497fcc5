import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { lossWords } from "#domain/discovery/losses.ts";
import { abortDiscovery, confirmDiscovery } from "#operations/discovery/decide-discovery.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { discoveriesOf } from "../support/discoveries.ts";
import { changeDirectory, fillDirectory, planFaults } from "../support/fault-directory.ts";
import { habitConnector, type Habits } from "../support/habit-connector.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { saveMapping } from "../support/sources.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let journey: Journey;
let habits: Habits;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
beforeEach(async () => {
  const target = habitConnector();
  ({ habits } = target);
  journey = await openJourney({ temporal: temporal.address, connectors: [target.connector] });
});
afterEach(() => journey.close());

const target = "T1";
const { begin, discover, discovery, generation, names, operator, waits } = discoveriesOf(() => journey, target);

const words = ({ discovery: { losses = [] } }: Discovery) => losses.map(lossWords);
const ended = (key: string) =>
  eventually("it has ended", async () => {
    const row = await discovery(key);
    return row.finishedAt === null ? undefined : row;
  });
const within = (statement: string) => changeDirectory(journey.directory, (database) => database.exec(statement));

describe("a type that the target names no more", () => {
  test.each([
    ["account", ["group"], 4],
    ["group", ["account"], 2],
  ])("fails the discovery where %ss are on record, and nothing goes", async (type, left, count) => {
    fillDirectory(journey.directory, 4, 2);
    await discover();
    const before = await generation();
    habits.types = left;
    const failed = await discover();
    expect(failed).toMatchObject({ result: "F", errorCode: "config" });
    expect(failed.errorMessage).toContain(`"${type}"`);
    expect(failed.errorMessage).toContain(`${count} objects of it are on record`);
    expect(await generation()).toEqual(before);
    habits.types = ["account", "group"];
    expect(await discover()).toMatchObject({ result: "S", errorCode: null });
  });

  test("is empty where it never had objects", async () => {
    habits.types = ["account"];
    fillDirectory(journey.directory, 4);
    expect(await discover()).toMatchObject({ result: "S", discovery: { loaded: { added: 4 } } });
    expect(await discover()).toMatchObject({ result: "S", discovery: { loaded: { removed: 0 } } });
  });
});

describe("all of a kind is gone", () => {
  test.each([
    ["accounts", "DELETE FROM objects WHERE type = 'account'", ["remove all 3 accounts"]],
    ["groups", "DELETE FROM objects WHERE type = 'group'", ["remove all 1 groups"]],
    ["memberships", "DELETE FROM memberships", ["remove all 3 memberships"]],
  ])("%s wait for a confirmation, however few they are", async (_kind, statement, losses) => {
    fillDirectory(journey.directory, 3, 1);
    await discover();
    const before = await generation();
    within(statement);
    const first = await begin();
    expect(words(await waits(first))).toEqual(losses);
    await invoke(abortDiscovery, journey.context, operator, { key: first });
    expect(await ended(first)).toMatchObject({ result: "R" });
    expect(await generation()).toEqual(before);
    const second = await begin();
    await waits(second);
    await invoke(confirmDiscovery, journey.context, operator, { key: second });
    expect(await ended(second)).toMatchObject({ result: "S" });
    expect(await generation()).not.toEqual(before);
  });

  test("one of several goes without a question", async () => {
    fillDirectory(journey.directory, 3, 1);
    await discover();
    within("DELETE FROM objects WHERE name = 'user00001'");
    expect(await discover()).toMatchObject({ result: "S", discovery: { losses: [], loaded: { removed: 1 } } });
    within("DELETE FROM memberships WHERE accountId = (SELECT id FROM objects WHERE name = 'user00002')");
    expect(await discover()).toMatchObject({ result: "S", discovery: { losses: [], loaded: { memberships: 1 } } });
  });

  test("a group that loses all of its many members waits, though others keep theirs", async () => {
    fillDirectory(journey.directory, 24, 2);
    await discover();
    within("DELETE FROM memberships WHERE groupId = (SELECT id FROM objects WHERE name = 'group1')");
    const key = await begin();
    expect(words(await waits(key))).toEqual(["remove all 12 members of the group 'group1'"]);
    expect(await journey.store.count("groupMemberships")).toBe(24);
    await invoke(confirmDiscovery, journey.context, operator, { key });
    await ended(key);
    expect(await journey.store.count("groupMemberships")).toBe(12);
  });

  test("an account that was made while the target was listed does not stand for the others", async () => {
    fillDirectory(journey.directory, 3);
    await discover();
    within("DELETE FROM objects");
    planFaults(journey.directory, [{ capability: "list", fault: { kind: "hold" } }]);
    const key = await begin();
    await eventually("it is listed", async () => (await discovery(key)).sends === 1);
    const { store, context } = journey;
    const made = { targetSystemKey: target, stableId: "made", longId: "made", shortId: "made", displayId: "made" };
    await store.transaction(() => store.save("accounts", { key: context.ids.guid(), ...made }));
    planFaults(journey.directory, []);
    expect(words(await waits(key))).toEqual(["remove all 3 accounts"]);
  });
});

test("nobody who came from a source loses their sign-in before it is confirmed that all are gone", async () => {
  const { store } = journey;
  await store.transaction(() => store.save("targetSystems", { id: target, sourceOfProfiles: true }));
  fillDirectory(journey.directory, 3);
  await discover();
  const shut = () => store.count("users", { disabled: true });
  within("DELETE FROM objects");
  const key = await begin();
  expect(words(await waits(key))).toEqual(["remove all 3 accounts", "disable all 3 people"]);
  expect([await shut(), await names("accounts")]).toEqual([0, ["user00000", "user00001", "user00002"]]);
  await invoke(confirmDiscovery, journey.context, operator, { key });
  expect(await ended(key)).toMatchObject({ result: "S", discovery: { people: { disabled: 3 } } });
  expect(await shut()).toBe(3);
});

describe("an attribute that no object shows any more", () => {
  const hide = (name: string) => {
    habits.shows = ({ attributes: { [name]: _hidden, ...attributes }, ...object }) => [{ ...object, attributes }];
  };

  test("leaves people what it gave them, and the discovery says so; one person alone loses it", async () => {
    const { store } = journey;
    await store.transaction(() => store.save("targetSystems", { id: target, sourceOfProfiles: true }));
    await saveMapping(store, target, ["mail", "email"]);
    fillDirectory(journey.directory, 3);
    await discover();
    const mails = async () => (await store.select("userAttributes", { where: { name: "email" } })).length;
    hide("mail");
    const { discovery: told } = await discover();
    expect(told.people?.problems).toEqual([
      expect.stringContaining("No account shows mail on T1 any more, so the 3 people"),
    ]);
    expect(await mails()).toBe(3);
    habits.shows = (object) => [object];
    within(`UPDATE objects SET attributes = '{}' WHERE name = 'user00000'`);
    expect((await discover()).discovery.people?.problems).toEqual([]);
    expect(await mails()).toBe(2);
  });

  test("leaves groups the owners whom it named, and the discovery says so", async () => {
    const { store } = journey;
    fillDirectory(journey.directory, 2, 2);
    within(`UPDATE objects SET attributes = '{"owner":["user00000"]}' WHERE type = 'group'`);
    await store.transaction(() => store.save("targetSystems", { id: target, groupOwnerAttribute: "owner" }));
    await discover();
    await store.transaction(async () => {
      const [account] = await store.select("accounts", { where: { shortId: "user00000" } });
      await store.save("accounts", { key: account?.key ?? "", userKey: journey.keyOf("ada"), associatedBy: "admin" });
    });
    expect((await discover()).discovery.owners).toEqual({ added: 2, removed: 0, problems: [] });
    hide("owner");
    const { owners } = (await discover()).discovery;
    expect(owners).toEqual({
      added: 0,
      removed: 0,
      problems: [expect.stringContaining("2 owners who were named by it stay")],
    });
    await store.transaction(() => store.save("targetSystems", { id: target, groupOwnerAttribute: null }));
    expect((await discover()).discovery.owners).toEqual({ added: 0, removed: 2, problems: [] });
  });
});
