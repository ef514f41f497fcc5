import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { TargetObject } from "#connectors/contract/index.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import type { Row } from "#store/tables.ts";

import { discoveriesOf } from "../support/discoveries.ts";
import { changeDirectory, fillDirectory } from "../support/fault-directory.ts";
import { habitConnector, type Habits } from "../support/habit-connector.ts";
import { type Journey, openJourney } from "../support/journey.ts";
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
const { discover, names } = discoveriesOf(() => journey, target);
const within = (statement: string) => changeDirectory(journey.directory, (database) => database.exec(statement));

async function succeeded(): Promise<Discovery["discovery"]> {
  const row = await discover();
  expect(row).toMatchObject({ result: "S", errorMessage: null });
  return row.discovery;
}

/** Returns the groups and their members, by name. */
async function groups(): Promise<Record<string, { hides: boolean; members: Record<string, unknown> }>> {
  const { store } = journey;
  const accounts = new Map((await store.select("accounts")).map(({ key, shortId }) => [key, shortId]));
  const memberships = await store.select("groupMemberships");
  const told = ({ shownByTarget, throughGroup }: Row<"groupMemberships">) =>
    throughGroup === null ? shownByTarget : `by ${throughGroup}`;
  return Object.fromEntries(
    (await store.select("groups")).map(({ key, shortId, membersHidden: hides }) => [
      shortId,
      {
        hides,
        members: Object.fromEntries(
          memberships
            .filter(({ groupKey }) => groupKey === key)
            .map((membership) => [accounts.get(membership.accountKey), told(membership)]),
        ),
      },
    ]),
  );
}

async function change(code: "GRUA" | "GRUD", account: string, group = "group0"): Promise<void> {
  const { store } = journey;
  const [{ key: accountKey } = { key: "" }] = await store.select("accounts", { where: { shortId: account } });
  const [{ key: groupKey } = { key: "" }] = await store.select("groups", { where: { shortId: group } });
  await store.transaction(async () => {
    await store.save("groups", { key: groupKey, managed: true });
    await store.save("accounts", { key: accountKey, userKey: journey.keyOf("ada"), associatedBy: "admin" });
  });
  const request = await journey.submit([{ code, targetSystemKey: target, accountKey, groupKey }]);
  await journey.until(request, "C");
}

describe("a target that takes members and shows nobody", () => {
  beforeEach(async () => {
    fillDirectory(journey.directory, 3, 1);
    within("DELETE FROM memberships");
    habits.showsNobody = true;
    await succeeded();
  });

  test("hides them: who was put into a group stays on record until he is removed here", async () => {
    expect(await groups()).toEqual({ group0: { hides: false, members: {} } });
    await change("GRUA", "user00000");
    expect(await groups()).toEqual({ group0: { hides: false, members: { user00000: null } } });
    for (let time = 0; time < 2; time += 1) {
      expect(await succeeded()).toMatchObject({ losses: [], loaded: { memberships: 0 } });
      expect(await groups()).toEqual({ group0: { hides: true, members: { user00000: false } } });
    }
    await change("GRUD", "user00000");
    expect(await groups()).toEqual({ group0: { hides: true, members: {} } });
    await succeeded();
    expect(await groups()).toEqual({ group0: { hides: false, members: {} } });
  });

  test("is believed as soon as it shows members", async () => {
    await change("GRUA", "user00000");
    await change("GRUA", "user00001");
    await succeeded();
    habits.showsNobody = false;
    within("DELETE FROM memberships WHERE accountId = (SELECT id FROM objects WHERE name = 'user00001')");
    await succeeded();
    expect(await groups()).toEqual({ group0: { hides: false, members: { user00000: true } } });
  });

  test("hides nobody where the account itself is gone", async () => {
    await change("GRUA", "user00000");
    within("DELETE FROM objects WHERE name = 'user00000'");
    await succeeded();
    expect(await groups()).toEqual({ group0: { hides: false, members: {} } });
  });
});

test("memberships that a target says it hides stay and are marked, and those that it shows come", async () => {
  fillDirectory(journey.directory, 4, 1);
  await succeeded();
  habits.showsFirst = 2;
  expect(await succeeded()).toMatchObject({ losses: [], loaded: { memberships: 0 } });
  const members = { user00000: true, user00001: true, user00002: false, user00003: false };
  expect(await groups()).toEqual({ group0: { hides: true, members } });
  const position = await journey.store.changeLog.position();
  await succeeded();
  const written = (await journey.store.changeLog.read(position, 1000)).map(({ table }) => table);
  expect(written).not.toContain("groupMemberships");
  expect(written).not.toContain("groups");
  delete habits.showsFirst;
  within("DELETE FROM memberships WHERE accountId = (SELECT id FROM objects WHERE name = 'user00003')");
  expect(await succeeded()).toMatchObject({ loaded: { memberships: 1 } });
  expect(await groups()).toEqual({
    group0: { hides: false, members: { user00000: true, user00001: true, user00002: true } },
  });
});

test("members that come with their group are taken, nested ones by the group through which they are there, and nobody asks for them", async () => {
  fillDirectory(journey.directory, 3, 2);
  within("DELETE FROM memberships");
  const inner = { name: "group1" };
  const of = ({ name }: TargetObject) =>
    name === "group0"
      ? ([
          { type: "account", name: "user00000" },
          { type: "group", name: "group1" },
          { type: "account", name: "user00001", through: inner },
          // Member through the group and directly.
          { type: "account", name: "user00002", through: inner },
          { type: "account", name: "user00002" },
        ] as const)
      : [];
  habits.membersOf = of;
  await succeeded();
  expect(habits.membersAsked).toBe(0);
  const members = { user00000: true, user00001: "by group1", user00002: true };
  expect((await groups())["group0"]).toEqual({ hides: false, members });
  // An indirect membership can only be ended in the other group.
  await expect(change("GRUD", "user00001")).rejects.toMatchObject({
    code: "MEMBERSHIP_INDIRECT",
    message: expect.stringContaining("Remove it from 'group1'"),
  });
  habits.membersOf = (group) => of(group).filter((member) => !("through" in member));
  await succeeded();
  expect((await groups())["group0"]).toEqual({ hides: false, members: { user00000: true, user00002: true } });
  habits.membersOf = of;
  await succeeded();
  habits.membersOf = (group) => of(group).filter(({ name, ...rest }) => name !== "user00002" || "through" in rest);
  await succeeded();
  expect((await groups())["group0"]?.members).toMatchObject({ user00001: "by group1", user00002: "by group1" });
});

test("a state that the target does not tell is not known, neither at first nor later", async () => {
  const { store } = journey;
  fillDirectory(journey.directory, 2);
  habits.shows = ({ state: _state, ...object }) => [object];
  await succeeded();
  const states = async () =>
    (await store.select("accounts", { orderBy: [["shortId", "asc"]] })).map(
      ({ enabled, locked, expired, passwordExpired, passwordExpiresAt }) =>
        [enabled, locked, expired, passwordExpired, passwordExpiresAt] as const,
    );
  const unknown = [null, null, null, null, null];
  const [passwordExpiresAt, endMs] = ["2031-05-01T12:00:00Z", Date.parse("2031-05-01T12:00:00Z")];
  expect(await states()).toEqual([unknown, unknown]);
  habits.shows = (object) => [
    {
      ...object,
      state: {
        enabled: false,
        locked: true,
        passwordExpired: true,
        passwordExpiresAt,
        expiresAt: "2020-01-01T00:00:00Z",
      },
    },
  ];
  expect((await succeeded()).loaded).toMatchObject({ changed: 2 });
  expect(await states()).toEqual([
    [false, true, true, true, endMs],
    [false, true, true, true, endMs],
  ]);
  // Some states are no longer shown, one has a form that is unreadable.
  const told = {
    enabled: "False",
    locked: false,
    expiresAt: "never",
    passwordExpiresAt: "+275760-09-13",
  } as unknown as TargetObject["state"];
  habits.shows = (object) => [object.name === "user00000" && told !== undefined ? { ...object, state: told } : object];
  expect((await succeeded()).loaded).toMatchObject({ changed: 2 });
  expect(await states()).toEqual([
    [null, false, null, null, null],
    [true, null, null, null, null],
  ]);
  const [row] = await store.select("accounts", { where: { shortId: "user00000" } });
  const log = (await store.changeLog.read(0, 100_000)).filter(
    ({ table, key }) => table === "accounts" && key === row?.key,
  );
  expect(log.at(-1)?.data).toMatchObject({ enabled: null, locked: 0, expired: null, passwordExpired: null });
  expect(await store.count("accounts", { enabled: true })).toBe(1);
  expect(await store.count("accounts", { enabled: null })).toBe(1);
});

test("what of a listing cannot be read is left out by name, stays on record as it was, and the rest is discovered", async () => {
  fillDirectory(journey.directory, 6, 2);
  await succeeded();
  const long = "x".repeat(500);
  const otherwise: Record<string, (object: TargetObject) => readonly unknown[]> = {
    user00000: (object) => [{ ...object, id: "" }],
    user00001: (object) => [{ ...object, name: undefined }],
    user00002: (object) => [{ ...object, name: long }],
    user00003: (object) => [object, { ...object, name: "another" }],
    user00004: (object) => [object, { ...object, attributes: { mail: ["other@example.test"] } }],
    user00005: (object) => [{ ...object, attributes: { ...object.attributes, size: [Number.NaN, null, 7n] } }],
    group0: (object) => [{ ...object, name: null }],
  };
  habits.shows = (object) => (otherwise[object.name]?.(object) ?? [object]) as readonly TargetObject[];
  const { leftOut = [], losses } = await succeeded();
  expect(losses).toEqual([]);
  const told = leftOut.join("\n");
  for (const words of [
    "The account 'user00000'",
    "The account 'another'",
    "The account 'user00004'",
    "its name must be",
  ])
    expect(told).toContain(words);
  expect(leftOut).toHaveLength(6);
  // The one without an ID is treated as gone, because its account is unknown.
  expect(await names("accounts")).toEqual(["user00001", "user00002", "user00003", "user00004", "user00005"]);
  const seen = await groups();
  expect(Object.keys(seen["group0"]?.members ?? {}).toSorted()).toEqual(["user00002", "user00004"]);
  expect(seen["group0"]?.hides).toBe(true);
  const { store } = journey;
  const [account] = await store.select("accounts", { where: { shortId: "user00005" } });
  const values = await store.select("accountAttributes", { where: { accountKey: account?.key ?? "", name: "size" } });
  expect(values.map(({ value }) => value).toSorted()).toEqual(["7", "NaN"]);
  habits.shows = (object) => [object];
  expect((await succeeded()).leftOut).toEqual([]);
  expect(await names("accounts")).toHaveLength(6);
});

test("a discovery uses no session that was opened before it", async () => {
  fillDirectory(journey.directory, 1);
  await succeeded();
  const before = habits.opened;
  await succeeded();
  expect(habits.opened).toBe(before + 1);
});
