import { afterAll, beforeAll, expect, test } from "vitest";

import { collect } from "#connectors/contract/kit/rule.ts";
import { atHabit, type HabitSession } from "#test/support/scim-habits-bench.ts";
import type { HabitServer } from "#test/support/scim-habits-service.ts";
import { type ScimHabitName, startScimHabits } from "#test/support/scim-habits.ts";

let server: HabitServer;
beforeAll(async () => {
  server = await startScimHabits();
});
afterAll(() => server.stop());

const at = (habit: ScimHabitName, run: (session: HabitSession) => Promise<void>, options?: object) =>
  atHabit(server, habit, run, options);
const listed = async ({ calls }: HabitSession, type = "account", pageSize = 100) =>
  (await collect(calls.list({ type, pageSize }))).flatMap(({ items }) => items);
const everybody = ["anna", "ben", "carl", "dora"];

test.each<ScimHabitName>([
  ...([
    "plain",
    "filterIgnored",
    "filterIgnoredInPages",
    "prefixFound",
    "filterFindsNothing",
    "filterRefused",
  ] as const),
  ...(["noTotal", "totalAsText", "indexIgnored", "cursorAnnounced", "cursorAlone"] as const),
])("%s: a search by name finds that name and no other", (habit) =>
  at(habit, async ({ calls }) => {
    const ofName = async (name: string) => (await calls.get({ type: "account", ref: { name } }))?.name;
    expect(await ofName("dora")).toBe("dora");
    expect(await ofName("DORA")).toBe("dora");
    expect(await ofName("dor")).toBeUndefined();
    expect(await ofName("anna-jane")).toBeUndefined();
    expect(await ofName('quoted" or \\ userName pr')).toBeUndefined();
  }),
);

test.each<ScimHabitName>(["filterIgnored", "prefixFound"])("%s: nobody else is changed by name", (habit) =>
  at(habit, async ({ bench, calls, asked }) => {
    const absent = { name: "annabel" };
    await calls.delete({ type: "account", ref: absent });
    await bench.refusal(
      () => calls.update({ type: "account", ref: absent, deltas: [{ attr: "title", replace: ["x"] }] }),
      "notFound",
    );
    await bench.refusal(() => calls.disable({ account: absent }), "notFound");
    await bench.refusal(() => calls.resetPassword({ account: absent, password: bench.password() }), "notFound");
    await bench.refusal(
      () => calls.addMember({ group: { name: "crew" }, member: { type: "account", ...absent } }),
      "notFound",
    );
    await calls.removeMember({ group: { name: "crew" }, member: { type: "account", ...absent } });
    await bench.refusal(
      () => calls.addMember({ group: { name: "cre" }, member: { type: "account", name: "ben" } }),
      "notFound",
    );
    expect(asked().filter((call) => !call.startsWith("GET"))).toEqual([]);
  }),
);

test("a filter that the service ignores is evaluated here", () =>
  at("filterIgnored", async ({ calls }) => {
    const filters = [
      { op: "eq", attr: "userName", value: "BEN" },
      { op: "startsWith", attr: "name", value: "be" },
      {
        op: "not",
        of: { op: "or", of: ["anna", "carl", "dora"].map((value) => ({ op: "eq", attr: "name", value }) as const) },
      },
      {
        op: "and",
        of: [
          { op: "eq", attr: "active", value: true },
          { op: "not", of: { op: "present", attr: "emails" } },
          { op: "lt", attr: "name", value: "c" },
        ],
      },
    ] as const;
    for (const filter of filters) {
      const pages = await collect(calls.list({ type: "account", pageSize: 10, filter }));
      expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(["ben"]);
    }
  }));

test.each<[ScimHabitName, number]>([
  ["totalOfThePage", 254],
  ["totalOfThePageInOwnPages", 124],
  ["totalWithABound", 254],
  ["noTotal", 134],
  ["totalAsText", 134],
  ["indexIgnored", 134],
  ["indexBehindTheEnd", 100],
  ["shownTwice", 154],
  ["cursorAnnounced", 254],
  ["cursorAlone", 254],
])("%s: all are listed, each once, in pages no larger than asked", (habit, count) =>
  at(habit, async ({ calls }) => {
    const pages = await collect(calls.list({ type: "account", pageSize: 100 }));
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(ids).toHaveLength(count);
    expect(new Set(ids).size).toBe(count);
    expect(Math.max(...pages.map(({ items }) => items.length))).toBeLessThanOrEqual(100);
  }),
);

test("a service that refuses large pages is asked for smaller ones", () =>
  at("largePagesRefused", async (session) => {
    expect(await listed(session, "account", 250)).toHaveLength(134);
  }));

test.each<[ScimHabitName, "broken" | "conflict"]>([
  ["firstPageForEver", "broken"],
  ["indexFromZero", "broken"],
  ["hiddenAndCounted", "conflict"],
  ["cursorStands", "broken"],
])("%s: a listing ends with %s, never short and never without end", (habit, code) =>
  at(habit, async (session) => {
    expect(await session.bench.refusal(() => listed(session), code)).toMatchObject({ code });
  }),
);

test.each<ScimHabitName>([
  ...(["noConfiguration", "noTypes", "noCatalogues", "pagesForPeople", "bareLists", "typesByAddress"] as const),
  ...(["typesInThePlural", "typesOfItsOwn", "endpointsFromTheHost", "endpointsElsewhere", "idsAsNumbers"] as const),
  ...(["idsOfManyDigits", "namesInOtherCase", "sentOnBySlash"] as const),
])("%s: accounts and groups are read, and found by id and by name", (habit) =>
  at(habit, async (session) => {
    const { calls } = session;
    await calls.serverInfo();
    expect((await calls.schema()).map(({ type }) => type)).toEqual(["account", "group"]);
    const accounts = await listed(session);
    expect(accounts.map(({ name }) => name)).toEqual(everybody);
    expect((await listed(session, "group")).map(({ name }) => name)).toEqual(["crew", "deck"]);
    const [anna] = accounts;
    if (anna === undefined) throw new Error("anna is not there");
    expect(await calls.get({ type: "account", ref: anna })).toEqual(anna);
    expect(anna).toMatchObject({
      attributes: { emails: ["anna@old.test", "anna@home.test"] },
      state: { enabled: true },
    });
  }),
);

test("a discovery reads the catalogues anew", () =>
  at("attributesAdded", async ({ calls, world }) => {
    const names = async () => (await calls.schema())[0]?.attributes.map(({ name }) => name);
    expect(await names()).not.toContain("nickName");
    world.turns = 1;
    await calls.serverInfo();
    expect(await names()).toContain("nickName");
  }));

test("a service without groups has accounts alone", () =>
  at("noGroups", async ({ calls }) => {
    expect((await calls.schema()).map(({ type }) => type)).toEqual(["account"]);
  }));

test("a service whose types are none that we know is refused, and names them", () =>
  at("typesUnknown", async () => {}).then(
    () => expect.unreachable(),
    (error: unknown) => expect(error).toMatchObject({ code: "config", message: expect.stringContaining("Device") }),
  ));

test("an extension that is not shown is left out, and standard attributes have the parts of the standard", () =>
  at("extensionNotShown", async (session) => {
    const [account] = await session.calls.schema();
    const names = account?.attributes.map(({ name }) => name);
    expect(names).toEqual(["name", "userName", "emails", "active", "externalId"]);
    expect(account?.attributes).toContainEqual(expect.objectContaining({ name: "emails", multi: true }));
    expect(account?.attributes).toContainEqual(expect.objectContaining({ name: "active", kind: "bool" }));
  }));

test.each<ScimHabitName>(["booleansAsText", "booleansAsNumbers"])("%s: a stopped account is shown stopped", (habit) =>
  at(habit, async (session) => {
    const accounts = await listed(session);
    expect(accounts.map(({ state }) => state?.enabled)).toEqual([true, false, true, true]);
    expect(accounts.map(({ attributes }) => attributes["active"])).toEqual([[true], [false], [true], [true]]);
  }),
);

test("a state that nothing is known of is absent", () =>
  at("stateUnknown", async (session) => {
    expect((await listed(session)).filter(({ state }) => state !== undefined)).toEqual([]);
  }));

test("an object that was not asked for is refused", () =>
  at("otherAnswered", async ({ bench, calls }) => {
    await bench.refusal(() => calls.get({ type: "account", ref: { id: "id-1", name: "anna" } }), "config");
    await bench.refusal(() => calls.delete({ type: "account", ref: { name: "anna" } }), "config");
  }));

test.each<ScimHabitName>(["errorAsSuccess", "olderErrors"])("%s: an error is an error, whatever its status", (habit) =>
  at(habit, async ({ bench, calls }) => {
    const error = await bench.refusal(
      () => calls.get({ type: "account", ref: { id: "id-1", name: "anna" } }),
      "permission",
    );
    expect(error.message).toBe(`not for you (GET ${server.urlOf(habit)}/Users/id-1)`);
  }),
);

test("the credential follows no redirect to another host, and the error says where it leads", () =>
  at("sentElsewhere", async () => {}).then(
    () => expect.unreachable(),
    (error: unknown) =>
      expect(error).toMatchObject({
        code: "config",
        message: expect.stringContaining("leads to https://elsewhere.example.test/Users,"),
      }),
  ));
