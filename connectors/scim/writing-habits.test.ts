import { afterAll, beforeAll, expect, test } from "vitest";

import { collect } from "#connectors/contract/kit/rule.ts";
import { atHabit, type HabitSession } from "#test/support/scim-habits-bench.ts";
import type { HabitServer, HabitWorld, Json } from "#test/support/scim-habits-service.ts";
import { type ScimHabitName, startScimHabits } from "#test/support/scim-habits.ts";

let server: HabitServer;
beforeAll(async () => {
  server = await startScimHabits();
});
afterAll(() => server.stop());

const at = (habit: ScimHabitName, run: (session: HabitSession) => Promise<void>, options?: object) =>
  atHabit(server, habit, run, options);
const rowOf = ({ rows }: HabitWorld, name: string): Json | undefined =>
  rows.Users.find(({ userName }) => userName === name);
const account = (name: string) => ({ type: "account", ref: { name } }) as const;

test.each<ScimHabitName>([
  ...(["plain", "jsonAlone", "weakVersions", "versionsWithoutQuotes", "patchOnlyAnnounced", "noCatalogues"] as const),
  ...(["idsAsNumbers", "sentOnBySlash"] as const),
])("%s: accounts are made, changed, stopped and deleted", (habit) =>
  at(habit, async ({ calls, world }) => {
    const made = await calls.create({ type: "account", name: "zoe", attributes: { title: ["Mate"] } });
    const ref = { id: made.id, name: "zoe" };
    await calls.update({ type: "account", ref, deltas: [{ attr: "title", replace: ["Captain"] }] });
    await calls.disable({ account: ref });
    expect(rowOf(world, "zoe")).toMatchObject({ title: "Captain", active: false });
    await calls.enable({ account: ref });
    expect(rowOf(world, "zoe")).toMatchObject({ active: true });
    await calls.delete({ type: "account", ref });
    expect(rowOf(world, "zoe")).toBeUndefined();
  }),
);

test("a version that is refused counts where the object has changed", () =>
  at("changedMeanwhile", async ({ bench, calls, world }) => {
    const deltas = [{ attr: "displayName", replace: ["Anna"] }];
    await bench.refusal(() => calls.update({ ...account("anna"), deltas }), "conflict");
    expect(rowOf(world, "anna")).not.toHaveProperty("displayName");
  }));

test.each<[ScimHabitName, () => Partial<Record<"attributes", object>>]>([
  ["plain", () => ({})],
  ["mailsWantTypes", () => ({})],
])("%s: a mail that takes the place of another keeps its type and its rank", (habit) =>
  at(habit, async ({ calls, world }) => {
    const change = (emails: readonly string[]) =>
      calls.update({ ...account("anna"), deltas: [{ attr: "emails", replace: emails }] });
    await change(["anna@new.test", "anna@home.test"]);
    const home = { value: "anna@home.test", type: "home" };
    expect(rowOf(world, "anna")?.["emails"]).toEqual([{ value: "anna@new.test", type: "work", primary: true }, home]);
    await change(["anna@home.test"]);
    expect(rowOf(world, "anna")?.["emails"]).toEqual([{ ...home, primary: true }]);
  }),
);

test("the first mail of an account is its primary one, and one that is added is not", () =>
  at("plain", async ({ calls, world }) => {
    const attributes = { emails: ["one@example.test", "two@example.test"] };
    await calls.create({ type: "account", name: "yan", attributes });
    const [one, two] = [{ value: "one@example.test", primary: true }, { value: "two@example.test" }];
    expect(rowOf(world, "yan")?.["emails"]).toEqual([one, two]);
    const add = [{ attr: "emails", add: ["three@example.test"] }];
    await calls.update({ ...account("yan"), deltas: add });
    expect(rowOf(world, "yan")?.["emails"]).toEqual([one, two, { value: "three@example.test" }]);
    await calls.update({ ...account("ben"), deltas: [{ attr: "emails", add: ["ben@example.test"] }] });
    expect(rowOf(world, "ben")?.["emails"]).toEqual([{ value: "ben@example.test", primary: true }]);
  }));

test.each<ScimHabitName>(["shownOnRequest", "shownNever"])("%s: what is not shown is changed and removed", (habit) =>
  at(habit, async ({ calls, world, asked }) => {
    const change = (delta: object) => calls.update({ ...account("anna"), deltas: [{ attr: "badge", ...delta }] });
    await change({ replace: ["b-2"] });
    expect(rowOf(world, "anna")).toMatchObject({ badge: "b-2" });
    await change({ replace: [] });
    expect(rowOf(world, "anna")).not.toHaveProperty("badge");
    expect(asked("PATCH")).toHaveLength(2);
  }),
);

test("an object that is written as a whole keeps what is shown on request alone", () =>
  at("putAloneAndShownOnRequest", async ({ calls, world }) => {
    await calls.update({ ...account("anna"), deltas: [{ attr: "title", replace: ["Captain"] }] });
    await calls.update({ ...account("anna"), deltas: [{ attr: "title", replace: ["Mate"] }] });
    expect(rowOf(world, "anna")).toMatchObject({ title: "Mate", badge: "b-1" });
  }));

test("what is shown on request comes where it is asked for by name", () =>
  at("shownOnRequest", async ({ calls, world }) => {
    world.rows.Users = world.rows.Users.map((row) => ({ ...row, badge: "b-1" }));
    const got = await calls.get({ ...account("anna"), attributes: ["badge"] });
    expect(got?.attributes).toEqual({ badge: ["b-1"] });
    const pages = await collect(calls.list({ type: "account", pageSize: 9, attributes: ["badge"] }));
    expect(pages[0]?.items[0]?.attributes).toEqual({ badge: ["b-1"] });
    expect((await calls.get(account("anna")))?.attributes).not.toHaveProperty("badge");
  }));

test("a change that is answered with success and not made is no success", () =>
  at("changesIgnored", async ({ bench, calls }) => {
    const error = await bench.refusal(() => calls.disable({ account: { name: "anna" } }), "policy");
    expect(error.message).toMatch(/still active/);
    const member = { type: "account", name: "anna" };
    await bench.refusal(() => calls.removeMember({ group: { name: "crew" }, member }), "policy");
  }));

test("an answer of before the removal is looked at again", () =>
  at("answersOfBefore", async ({ calls, world }) => {
    await calls.removeMember({ group: { name: "crew" }, member: { type: "account", name: "anna" } });
    expect(world.log.at(-1)).toMatchObject({ method: "GET", path: "/Groups/id-5" });
  }));

test("a deletion that is not made is no success", () =>
  at("deletionIgnored", async ({ bench, calls }) => {
    await bench.refusal(() => calls.delete(account("anna")), "policy");
  }));

test("an account that is kept as inactive is told", () =>
  at("keptAsInactive", async ({ bench, calls }) => {
    await calls.delete(account("anna"));
    expect(bench.logged.join()).toContain("as inactive instead of deleting it");
  }));

test.each<ScimHabitName>(["madeWithoutBody", "madeWithoutAnything", "shownLater"])(
  "%s: what was made is found",
  (habit) =>
    at(habit, async ({ calls, world }) => {
      const made = await calls.create({ type: "account", name: "zoe", attributes: {} });
      expect(made).toMatchObject({ id: rowOf(world, "zoe")?.["id"], name: "zoe" });
    }),
);

test("an account that was there before is not one that was made", () =>
  at("existingAnswered", async ({ bench, calls }) => {
    await bench.refusal(() => calls.create({ type: "account", name: "anna", attributes: {} }), "alreadyExists");
  }));

test("an account that bears the mark of another operation was not made by this one", () =>
  at(
    "existingAnswered",
    async ({ bench, calls, world }) => {
      world.rows.Users.push({ id: "id-marked", userName: "marked", externalId: "another-operation" });
      await bench.refusal(() => calls.create({ type: "account", name: "marked", attributes: {} }), "alreadyExists");
    },
    { markerAttribute: "externalId" },
  ));

test("an answer with somebody else's account is not taken for the one that was made", () =>
  at("otherMade", async ({ calls, world }) => {
    const made = await calls.create({ type: "account", name: "zoe", attributes: {} });
    expect(made).toMatchObject({ id: rowOf(world, "zoe")?.["id"], name: "zoe" });
  }));

test("a name that the service has made of another is told", () =>
  at("namedOtherwise", async ({ bench, calls }) => {
    const made = await calls.create({ type: "account", name: "newcomer", attributes: {} });
    expect(made.name).toBe("newcomer@tenant.test");
    expect(bench.logged.join()).toContain("newcomer@tenant.test");
  }));
