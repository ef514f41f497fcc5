import { afterAll, beforeAll, expect, test } from "vitest";

import type { TargetObject } from "#connectors/contract/index.ts";
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
const membersIn = ({ rows }: HabitWorld, name: string): unknown[] =>
  ((rows.Groups.find(({ displayName }) => displayName === name)?.["members"] ?? []) as Json[]).map(
    ({ value }) => value,
  );
const crew = { name: "crew" };
const deck = { name: "deck" };
const member = (name: string) => ({ type: "account", name }) as const;
const groupsOf = async ({ calls }: HabitSession): Promise<readonly TargetObject[]> =>
  (await collect(calls.list({ type: "group", pageSize: 50 }))).flatMap(({ items }) => items);
const shown = (groups: readonly TargetObject[]) =>
  groups.map(({ name, members, membersHidden }) => [name, members?.map(({ id }) => id), membersHidden]);

test("members come with their groups, in a number of calls that does not grow with them", () =>
  at("plain", async (session) => {
    for (let count = 0; count < 30; count += 1)
      session.world.rows.Groups.push({
        id: `more-${count}`,
        displayName: `more${count}`,
        members: [{ value: "id-2" }],
      });
    const groups = await groupsOf(session);
    expect(groups).toHaveLength(32);
    expect(shown(groups).slice(0, 3)).toEqual([
      ["crew", ["id-1"], undefined],
      ["deck", [], undefined],
      ["more0", ["id-2"], undefined],
    ]);
    expect(session.asked().length).toBeLessThan(5);
    session.world.rows.Groups.splice(2);
  }));

test("a service that shows nobody in its groups is not taken for one without members", () =>
  at("membersHidden", async (session) => {
    expect(shown(await groupsOf(session))).toEqual([
      ["crew", [], true],
      ["deck", [], true],
    ]);
    const pages = await collect(session.calls.members({ group: crew, pageSize: 10 }));
    expect(pages).toEqual([{ items: [], hidden: true }]);
  }));

test.each<ScimHabitName>(["membersHidden", "removalWantsATarget"])(
  "%s: a member that is not shown is removed",
  (habit) =>
    at(habit, async ({ calls, world, asked }) => {
      await calls.removeMember({ group: crew, member: member("anna") });
      await calls.removeMember({ group: crew, member: member("ben") });
      expect(asked("PATCH")).toHaveLength(2);
      if (habit === "membersHidden") expect(membersIn(world, "crew")).toEqual([]);
    }),
);

test("who was put into a group that does not show it is known to be hidden, and the answer says so", () =>
  at("membersCut", async (session) => {
    const { bench, calls, world } = session;
    for (const name of ["ben", "carl"]) await calls.addMember({ group: crew, member: member(name) });
    expect(membersIn(world, "crew")).toEqual(["id-1", "id-2", "id-3"]);
    expect(bench.logged.join()).toContain('"membersShown": false');
    expect(shown(await groupsOf(session))[0]).toEqual(["crew", ["id-1", "id-2"], true]);
    // Another session of the process knows it too.
    await at("membersCut", async (other) => {
      const [page] = await collect(other.calls.members({ group: crew, pageSize: 10 }));
      expect(page).toMatchObject({ hidden: true, total: 2 });
    });
    await calls.removeMember({ group: crew, member: member("carl") });
    expect(membersIn(world, "crew")).toEqual(["id-1", "id-2"]);
    // A member is removed by others: then all remaining ones are shown, and the hidden one among them.
    await calls.addMember({ group: crew, member: member("carl") });
    world.rows.Groups = world.rows.Groups.map((row) => ({ ...row, members: [{ value: "id-1" }, { value: "id-3" }] }));
    expect(shown(await groupsOf(session))[0]).toEqual(["crew", ["id-1", "id-3"], undefined]);
  }));

test("the address may say that members are not shown", () =>
  at(
    "plain",
    async (session) => {
      expect(shown(await groupsOf(session)).map(([, , hidden]) => hidden)).toEqual([true, true]);
      const [page] = await collect(session.calls.members({ group: crew, pageSize: 10 }));
      expect(page).toMatchObject({ items: [{ id: "id-1" }], hidden: true });
    },
    { membersShown: false },
  ));

test.each<ScimHabitName>(["membersAlone", "membersCutInLists"])(
  "%s: where a group alone shows its members, each is asked",
  (habit) =>
    at(habit, async (session) => {
      const { calls } = session;
      await calls.addMember({ group: crew, member: member("dora") });
      expect(shown(await groupsOf(session))).toEqual([
        ["crew", undefined, undefined],
        ["deck", undefined, undefined],
      ]);
      const pages = await collect(calls.members({ group: crew, pageSize: 10 }));
      expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(["id-1", "id-4"]);
    }),
);

test("a group whose members are not shown is not written as a whole", () =>
  at("putAloneAndMembersHidden", async ({ bench, calls, world }) => {
    const rename = [{ attr: "name", replace: ["crew-2"] }];
    await bench.refusal(() => calls.addMember({ group: crew, member: member("ben") }), "notSupported");
    await bench.refusal(() => calls.removeMember({ group: crew, member: member("anna") }), "notSupported");
    await bench.refusal(() => calls.update({ type: "group", ref: crew, deltas: rename }), "notSupported");
    expect(membersIn(world, "crew")).toEqual(["id-1"]);
  }));

test("where the members are shown a group is written as a whole", () =>
  at("patchOnlyAnnounced", async ({ calls, world }) => {
    await calls.addMember({ group: crew, member: member("ben") });
    await calls.addMember({ group: deck, member: member("carl") });
    await calls.removeMember({ group: crew, member: member("anna") });
    await calls.removeMember({ group: crew, member: member("dora") });
    expect([membersIn(world, "crew"), membersIn(world, "deck")]).toEqual([["id-2"], ["id-3"]]);
  }));

test("who was made a moment ago becomes a member as soon as the service shows it", () =>
  at("shownLater", async ({ calls, world }) => {
    world.turns = 3;
    const group = { id: "id-5", name: "crew" };
    await calls.addMember({ group, member: { type: "account", id: "id-2", name: "ben" } });
    expect(membersIn(world, "crew")).toEqual(["id-1", "id-2"]);
  }));

test("ids that are numbers are members too", () =>
  at("idsAsNumbers", async (session) => {
    const { calls, world } = session;
    await calls.addMember({ group: crew, member: member("ben") });
    expect(shown(await groupsOf(session))[0]).toEqual(["crew", ["1", "2"], undefined]);
    await calls.removeMember({ group: crew, member: { type: "account", id: "1", name: "anna" } });
    expect(membersIn(world, "crew")).toEqual(["2"]);
  }));

test("members that are found by the users of their group alone are found so, and nobody is hidden", () =>
  at("membersByUsers", async (session) => {
    const { bench, calls, world } = session;
    expect(shown(await groupsOf(session))).toEqual([
      ["crew", undefined, undefined],
      ["deck", undefined, undefined],
    ]);
    await calls.addMember({ group: crew, member: member("ben") });
    const pages = async () => collect(calls.members({ group: crew, pageSize: 10 }));
    expect(await pages()).toEqual([
      {
        items: [
          { type: "account", id: "id-1", name: "anna" },
          { type: "account", id: "id-2", name: "ben" },
        ],
        total: 2,
      },
    ]);
    await calls.removeMember({ group: crew, member: member("anna") });
    expect([await pages(), membersIn(world, "crew")]).toMatchObject([[{ total: 1 }], ["id-2"]]);
    expect(bench.logged.join()).not.toContain("membersShown");
  }));

test("a service that finds everybody in every group is not believed", () =>
  at("usersOfAnyGroup", async (session) => {
    expect(shown(await groupsOf(session)).map(([, , hidden]) => hidden)).toEqual([true, true]);
  }));
