// @databases sqlite mariadb
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { systemIds } from "#platform/ids.ts";
import type { Row, Save } from "#store/tables.ts";

import { suiteDialect } from "../support/database.ts";
import { type ListedAccount, loadSource, saveMapping, saveSource, stageListing } from "../support/sources.ts";
import { openTestStore, type TestStore } from "../support/store.ts";
import { testSize } from "../support/test-size.ts";

let opened: TestStore;

beforeEach(async () => {
  opened = await openTestStore();
  await saveSource(opened.store, "HR");
});
afterEach(() => opened.close());

const nothing = { added: 0, changed: 0, enabled: 0, disabled: 0, problems: [] };
const load = (listed: readonly ListedAccount[], isConfirmed = false) =>
  loadSource(opened.store, "HR", listed, isConfirmed);
const map = (names: readonly [string, string], part: Partial<Row<"targetSystemAttributeDefinitions">> = {}) =>
  saveMapping(opened.store, "HR", names, part);
const listed = (count: number): ListedAccount[] => Array.from({ length: count }, (_, n) => ({ name: `p${n}` }));

async function user(id: string) {
  const [row] = await opened.store.select("users", { where: { id } });
  return row;
}

async function make(id: string, part: Partial<Save<"users">> = {}): Promise<string> {
  const key = systemIds.guid();
  await opened.store.transaction(() => opened.store.save("users", { key, id, ...part }));
  return key;
}

async function profile(id: string): Promise<Record<string, string[]>> {
  const userKey = (await user(id))?.key ?? "";
  const rows = await opened.store.select("userAttributes", { where: { userKey }, orderBy: [["sequence", "asc"]] });
  const names = Object.groupBy(rows, ({ name }) => name);
  return Object.fromEntries(Object.entries(names).map(([name, of]) => [name, (of ?? []).map(({ value }) => value)]));
}

/** Returns the rows of the log since a position, as `table operation`, each once. */
async function written(position: number): Promise<string[]> {
  const rows = await opened.store.changeLog.read(position, 100_000);
  return [...new Set(rows.map(({ table, operation }) => `${table} ${operation}`))].toSorted();
}

describe("people of a source", () => {
  const ada = { name: "ada", attributes: { cn: "Ada Lovelace", mail: ["a@x.test", "ada@x.test"], boss: "id of bob" } };
  const bob = { name: "bob", attributes: { cn: "Bob", dn: "uid=bob,dc=x" } };

  async function mapAll(): Promise<void> {
    await map(["CN", "displayName"]);
    await map(["mail", "email"], { maxValues: 5 });
    await map(["boss", "manager"]);
  }

  test("are made with name, values and manager, and a second run writes nothing", async () => {
    await mapAll();
    const first = await load([ada, bob]);
    expect(first).toEqual({ people: { ...nothing, added: 2 }, associated: 2 });
    const bobKey = (await user("bob"))?.key;
    expect(await user("ada")).toMatchObject({ displayName: "Ada Lovelace", managerKey: bobKey, disabled: false });
    expect(await user("ada")).toMatchObject({
      superuser: false,
      passwordHash: null,
      tokenVersion: 1,
      fromSource: true,
    });
    expect(await profile("ada")).toEqual({ email: ["a@x.test", "ada@x.test"] });
    const position = await opened.store.changeLog.position();
    expect(await load([ada, bob])).toEqual({ people: nothing, associated: 0 });
    expect(await written(position)).toEqual([]);
  });

  test("get start, end and sponsor, and a hub is to look at those whose times or place have changed", async () => {
    const due = async () => {
      const moments = await opened.store.moments.lease(100, "user");
      await opened.store.transaction(async () => {
        for (const { key } of moments) await opened.store.moments.take(key);
      });
      return moments.map(({ key }) => key).toSorted();
    };
    await map(["from", "startsAt"]);
    await map(["until", "endsAt"]);
    await map(["answers", "sponsor"]);
    await map(["boss", "manager"]);
    await map(["dept", "department"]);
    await make("root", { superuser: true });
    const times = { from: "2030-01-01", until: "20301231180000Z" };
    const guest = { name: "guest", attributes: { ...times, answers: "bob", boss: "bob", dept: "IT" } };
    const root = { name: "root", attributes: times };
    await load([guest, bob, root]);
    const [guestRow, bobRow] = [await user("guest"), await user("bob")];
    const key = guestRow?.key ?? "";
    const [startsAt, endsAt] = [Date.UTC(2030, 0, 1), Date.UTC(2030, 11, 31, 18)];
    expect(guestRow).toMatchObject({ startsAt, endsAt, sponsorKey: bobRow?.key, managerKey: bobRow?.key });
    expect(await user("root")).toMatchObject({ startsAt: null, endsAt: null });
    expect(await opened.store.get("userPlaces", key)).toMatchObject({ managerKey: bobRow?.key, department: "IT" });
    expect(await due()).toEqual([key]);
    const position = await opened.store.changeLog.position();
    await load([guest, bob, root]);
    expect([await written(position), await due()]).toEqual([[], []]);
    await load([{ ...guest, attributes: { ...guest.attributes, dept: "HR" } }, bob, root]);
    expect(await due()).toEqual([key]);
    // An end before the start is not taken, a text that is no time neither; never is none.
    const { people } = await load([
      { ...guest, attributes: { ...times, until: "2029-12-30", answers: "bob", dept: "HR" } },
      bob,
      root,
    ]);
    expect(people.problems).toEqual([expect.stringMatching(/^1 people have an end .*: guest/)]);
    expect(await user("guest")).toMatchObject({ startsAt, endsAt });
    const unfit = { ...guest, attributes: { from: "soon", until: "9223372036854775807", answers: "bob", dept: "HR" } };
    expect((await load([unfit, bob, root])).people.problems).toEqual([expect.stringMatching(/from on HR.*2030-01-31/)]);
    expect(await user("guest")).toMatchObject({ startsAt, endsAt: null });
  });

  test("are changed where the source has, and nothing else of them is touched", async () => {
    await mapAll();
    await load([ada, bob]);
    const before = await user("bob");
    const userKey = (await user("ada"))?.key ?? "";
    const own = { key: systemIds.guid(), userKey, name: "room", value: "7" };
    await opened.store.transaction(() => opened.store.save("userAttributes", own));
    const changed = { name: "ada", attributes: { cn: "Ada King", mail: ["ada@x.test"] } };
    expect((await load([changed, bob])).people).toEqual({ ...nothing, changed: 1 });
    expect(await user("ada")).toMatchObject({ displayName: "Ada King", managerKey: null, lastUpdatedModule: "load" });
    expect(await profile("ada")).toEqual({ email: ["ada@x.test"], room: ["7"] });
    expect(await user("bob")).toEqual(before);
    expect((await load([{ name: "ada" }, bob])).people).toEqual({ ...nothing, changed: 1 });
    expect([await profile("ada"), (await user("ada"))?.displayName]).toEqual([{ room: ["7"] }, null]);
  });

  test("who are there already are taken over by their ids, and owners that were given stay", async () => {
    await mapAll();
    const [adaKey, cyKey] = [await make("ada"), await make("cy")];
    await load([ada, bob]);
    expect(await user("ada")).toMatchObject({ key: adaKey, displayName: "Ada Lovelace", fromSource: true });
    const [account] = await opened.store.select("accounts", { where: { shortId: "bob" } });
    const given = { key: account?.key ?? "", userKey: cyKey, associatedBy: "admin" } as const;
    await opened.store.transaction(() => opened.store.save("accounts", given));
    await load([ada, bob]);
    expect((await user("cy"))?.displayName).toBe("Bob");
    expect((await user("ada"))?.managerKey).toBe(cyKey);
  });

  test("are found by autoAttachBy: blank and doubled values make nobody", async () => {
    await saveSource(opened.store, "HR", { autoAttachBy: "owner" });
    const { people } = await load([
      { name: "x1", attributes: { owner: "ada" } },
      { name: "x2", attributes: { owner: " " } },
      { name: "x3", attributes: { owner: ["bob", "cy"] } },
      { name: "x4" },
      { name: "x5", attributes: { owner: "n".repeat(191) } },
    ]);
    expect(people).toEqual({ ...nothing, added: 1 });
    expect((await opened.store.select("users")).map(({ id }) => id)).toEqual(["ada"]);
  });
});

test("a name that could be nobody's id by hand makes nobody, and is told", async () => {
  const { people } = await load([{ name: "ada" }, { name: "Bond, James" }, { name: "n".repeat(129) }]);
  expect(people).toEqual({ ...nothing, added: 1, problems: [expect.stringMatching(/^2 account.*Bond, James/)] });
});

test("who has another id now keeps it, and a new account of the earlier id is somebody else", async () => {
  await load([{ name: "ada" }]);
  const before = await user("ada");
  const renamed = { key: before?.key ?? "", id: "countess" };
  await opened.store.transaction(() => opened.store.save("users", renamed));
  await load([{ name: "ada" }, { name: "ada", id: "another" }]);
  expect((await user("countess"))?.key).toBe(before?.key);
  expect((await user("ada"))?.key).not.toBe(before?.key);
});

test("a large source is taken whole, changed in one place, and found unchanged", async () => {
  // A server without statistics about the rows just staged reads the staging for each of its rows.
  const size = testSize(300, suiteDialect() === "mariadb" ? 5_000 : 100_000);
  await map(["cn", "displayName"]);
  await map(["mail", "email"], { maxValues: 2 });
  await map(["employeeNumber", "number"], { type: "number" });
  await map(["manager", "manager"]);
  const people = (changed: number): ListedAccount[] =>
    Array.from({ length: size }, (_, n) => ({
      name: `p${n}`,
      isKnown: changed >= 0 && n !== changed,
      attributes: {
        cn: n === changed ? "changed" : `Person ${n}`,
        mail: [`p${n}@x.test`, `${n}@x.test`],
        sn: `${n}`,
        employeeNumber: `${n}`,
        dn: `uid=p${n},dc=x`,
        title: "t",
        manager: `uid=p${Math.floor(n / 10)}, dc=x`,
      },
    }));
  const first = await load(people(-1));
  const problems = [expect.stringMatching(/^p0: the managers form a circle/)];
  expect(first).toEqual({ people: { ...nothing, added: size, problems }, associated: size });
  expect(await opened.store.count("userAttributes")).toBe(3 * size);
  expect((await load(people(7))).people).toEqual({ ...nothing, changed: 1, problems });
  const position = await opened.store.changeLog.position();
  expect((await load(people(7))).people).toEqual({ ...nothing, problems });
  expect(await written(position)).toEqual([]);
});

describe("attribute definitions", () => {
  test("between sources the lower sequence wins, the next one stands in where it has nothing, and one that is empty clears", async () => {
    const { store } = opened;
    await saveSource(store, "AD");
    await map(["mail", "email"], { sequence: 1 });
    await saveMapping(store, "AD", ["proxyMail", "email"], { sequence: 2 });
    const mail = (value?: string) => [{ name: "ada", attributes: value === undefined ? {} : { mail: value } }];
    await load(mail("hr@x.test"));
    await loadSource(store, "AD", [{ name: "ada", attributes: { proxyMail: "ad@x.test" } }]);
    expect(await profile("ada")).toEqual({ email: ["hr@x.test"] });
    await load(mail());
    expect(await profile("ada")).toEqual({ email: ["ad@x.test"] });
    await loadSource(store, "AD", [{ name: "ada" }]);
    expect(await profile("ada")).toEqual({});
  });

  test("what does not fit is not taken: the profile keeps what it has, and it is told", async () => {
    const later = { actionOnCreate: "ignore" } as const;
    await map(["mail", "email"], { ...later, sequence: 1, valueRegex: "@x\\.test$" });
    await map(["age", "age"], { ...later, sequence: 2, type: "number" });
    await map(["tel", "phone"], { ...later, sequence: 3, minValues: 1 });
    const ada = (attributes: NonNullable<ListedAccount["attributes"]>) => load([{ name: "ada", attributes }]);
    await ada({});
    await ada({ mail: "a@x.test", age: "36", tel: "1" });
    const good = { email: ["a@x.test"], age: ["36"], phone: ["1"] };
    expect(await profile("ada")).toEqual(good);
    const { people } = await ada({ mail: "a@evil.test", age: "old", tel: ["1", "2"] });
    const told = (attribute: string) => expect.stringMatching(`^1 account.* of ${attribute} on HR,`);
    expect(people).toMatchObject({ changed: 0, problems: [told("mail"), told("age"), told("tel")] });
    expect(await profile("ada")).toEqual(good);
    await ada({ age: "37" });
    expect(await profile("ada")).toEqual({ age: ["37"], phone: ["1"] });
  });

  test("a time zone and a calendar must be such names, what else comes is told, and they go where the source has none", async () => {
    const later = { actionOnCreate: "ignore" } as const;
    await map(["hours", "calendar"], { ...later, sequence: 1 });
    await map(["tz", "timeZone"], { ...later, sequence: 2 });
    const ada = (attributes: NonNullable<ListedAccount["attributes"]>) => load([{ name: "ada", attributes }]);
    await ada({});
    const good = { tz: "Europe/Berlin", hours: "part-time" };
    expect((await ada(good)).people).toEqual({ ...nothing, changed: 1 });
    expect(await user("ada")).toMatchObject({ timeZone: "Europe/Berlin", calendar: "part-time" });
    const position = await opened.store.changeLog.position();
    expect((await ada(good)).people).toEqual(nothing);
    expect(await written(position)).toEqual([]);
    expect((await ada({ tz: "+02:00", hours: "night" })).people).toMatchObject({
      changed: 0,
      problems: [
        expect.stringMatching(/^1 account.* of hours on HR, which must give a name in WORKING_CALENDARS, /),
        expect.stringMatching(/^1 account.* of tz on HR, which must give the IANA name of a time zone, /),
      ],
    });
    expect(await user("ada")).toMatchObject({ timeZone: "Europe/Berlin", calendar: "part-time" });
    await ada({});
    expect(await user("ada")).toMatchObject({ timeZone: null, calendar: null });
    expect(await profile("ada")).toEqual({});
  });

  test("an account that does not fit what is set on creation makes nobody", async () => {
    await map(["employeeNumber", "number"], { minValues: 1, type: "number" });
    const { people } = await load([
      { name: "ada", attributes: { employeeNumber: "1" } },
      { name: "backup" },
      { name: "test", attributes: { employeeNumber: "none" } },
    ]);
    expect(people).toMatchObject({ added: 1, problems: [expect.stringMatching(/^2 account/)] });
    expect((await opened.store.select("users")).map(({ id }) => id)).toEqual(["ada"]);
  });

  test("are taken on their occasions: when a person is made, or when one is there", async () => {
    await map(["first", "first"], { actionOnUpdate: "ignore" });
    await map(["later", "later"], { actionOnCreate: "ignore" });
    await load([{ name: "ada", attributes: { first: "1", later: "1" } }]);
    expect(await profile("ada")).toEqual({ first: ["1"] });
    await load([{ name: "ada", attributes: { first: "2", later: "2" } }]);
    expect(await profile("ada")).toEqual({ first: ["1"], later: ["2"] });
  });

  test("a name of the same attribute in other capitals beside it is not taken, for nobody knows which one is meant", async () => {
    await map(["mail", "email"], { maxValues: 5, actionOnCreate: "ignore" });
    await load([{ name: "ada" }]);
    const { people } = await load([{ name: "ada", attributes: { mail: "a", Mail: "b" } }]);
    expect([people.problems.length, await profile("ada")]).toEqual([1, {}]);
  });
});

test("managers who come later, or in another source, are found; nobody on a circle has one, and that is told", async () => {
  const { store } = opened;
  await saveSource(store, "AD");
  await map(["manager", "manager"]);
  const dn = (name: string, manager?: string): ListedAccount => ({
    name,
    attributes: { dn: `uid=${name},dc=x`, ...(manager === undefined ? {} : { manager: `UID=${manager}, dc=x` }) },
  });
  const people = [dn("ada", "bob"), dn("bob"), dn("cy", "dan"), dn("dan", "cy"), dn("eve", "fay")];
  const { people: made } = await load(people);
  expect(made.problems).toEqual([
    expect.stringMatching(/^1 people .*: eve\./),
    expect.stringMatching(/(cy, dan|dan, cy).* circle/),
  ]);
  const managerOf = async (id: string) => {
    const managerKey = (await user(id))?.managerKey ?? null;
    return managerKey === null ? null : (await store.get("users", managerKey))?.id;
  };
  const found = async () => Promise.all(["ada", "bob", "cy", "dan", "eve"].map(managerOf));
  expect(await found()).toEqual(["bob", null, null, null, null]);
  await loadSource(store, "AD", [dn("fay")]);
  expect(await found()).toEqual(["bob", null, null, null, "fay"]);
});

describe("who is in no source any more", () => {
  test("is disabled, and enabled again when back; whom an administrator has disabled stays so", async () => {
    await load([{ name: "ada" }, { name: "bob" }, { name: "cy" }]);
    const bob = (await user("bob"))?.key ?? "";
    const byHand = { key: bob, disabled: true, disabledBy: "administrator" } as const;
    await opened.store.transaction(() => opened.store.save("users", byHand));
    expect((await load([{ name: "cy" }])).people).toEqual({ ...nothing, disabled: 1 });
    expect(await user("ada")).toMatchObject({ disabled: true, disabledBy: "source" });
    expect(await user("bob")).toMatchObject({ disabled: true, disabledBy: "administrator" });
    const position = await opened.store.changeLog.position();
    await load([{ name: "cy" }]);
    expect(await written(position)).toEqual([]);
    const back = [{ name: "ada", id: "another" }, { name: "bob" }, { name: "cy" }];
    expect((await load(back)).people).toEqual({ ...nothing, enabled: 1 });
    expect(await user("ada")).toMatchObject({ disabled: false, disabledBy: null });
    expect(await user("bob")).toMatchObject({ disabled: true, disabledBy: "administrator" });
  });

  test("stays disabled once an administrator has said so, and enabled once one has", async () => {
    await load([{ name: "ada" }, { name: "bob" }, { name: "cy" }]);
    await load([{ name: "cy" }]);
    const keyOf = async (id: string) => (await user(id))?.key ?? "";
    const words = [
      { key: await keyOf("ada"), disabled: true, disabledBy: "administrator" },
      { key: await keyOf("bob"), disabled: false, disabledBy: null },
    ] as const;
    for (const word of words) await opened.store.transaction(() => opened.store.save("users", word));
    await load([{ name: "cy" }]);
    expect((await user("bob"))?.disabled).toBe(false);
    await load([{ name: "ada" }, { name: "bob" }, { name: "cy" }]);
    expect([(await user("ada"))?.disabled, (await user("bob"))?.disabled]).toEqual([true, false]);
  });

  test("is neither who was made by hand and never in a source, nor a superuser, who is told", async () => {
    await make("hand");
    await make("root", { superuser: true });
    await load([{ name: "root" }, { name: "ada" }]);
    const { people } = await load([{ name: "ada" }]);
    expect(people).toEqual({ ...nothing, problems: [expect.stringMatching(/^1 superuser/)] });
    expect([(await user("hand"))?.disabled, (await user("root"))?.disabled]).toEqual([false, false]);
  });

  test("is who has an account in another source not", async () => {
    await saveSource(opened.store, "AD");
    await load([{ name: "ada" }, { name: "bob" }]);
    await loadSource(opened.store, "AD", [{ name: "ada" }]);
    expect((await load([])).people).toMatchObject({ disabled: 1 });
    expect([(await user("ada"))?.disabled, (await user("bob"))?.disabled]).toEqual([false, true]);
  });

  test("is counted before a load, and of many nobody is disabled until that is confirmed", async () => {
    const { store } = opened;
    await load(listed(80));
    const order = await stageListing(store, "HR", listed(20));
    const leaving = await store.transaction(() => store.loads.leaving(order));
    expect(leaving).toEqual({ leavers: 60, knownPeople: 80 });
    await store.transaction(() => store.staging.clear(order.run));
    const { people } = await load(listed(20));
    expect(people).toEqual({ ...nothing, problems: [expect.stringMatching(/^60 people .* discover again\.$/)] });
    const again = await stageListing(store, "HR", listed(20));
    expect(await store.transaction(() => store.loads.leaving(again))).toEqual({ leavers: 60, knownPeople: 80 });
    expect((await load(listed(20), true)).people).toEqual({ ...nothing, disabled: 60 });
  });

  test("is found too where a target system is a source no more", async () => {
    await saveSource(opened.store, "AD");
    await load([{ name: "ada" }]);
    await loadSource(opened.store, "AD", [{ name: "bob" }]);
    await saveSource(opened.store, "AD", { sourceOfProfiles: false });
    expect((await load([{ name: "ada" }])).people).toEqual({ ...nothing, disabled: 1 });
    expect((await user("bob"))?.disabledBy).toBe("source");
  });
});
