import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { takeNightlyStep } from "#activities/hub/nightly.ts";
import { lossWords } from "#domain/discovery/losses.ts";
import { confirmDiscovery } from "#operations/discovery/decide-discovery.ts";
import { confirmEnforcement } from "#operations/enforcement/change-runs.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addRole } from "#operations/roles/change-roles.ts";
import { putRoleInForce } from "#operations/roles/put-in-force.ts";

import { discoveriesOf } from "../support/discoveries.ts";
import { changeDirectory, fillDirectory } from "../support/fault-directory.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const target = "T1";
const people = ["ada", "bob", "cy", "dan"];
/** Groups of the target; a loss of half of them is more than 50. */
const groupCount = 104;
const dayMs = 86_400_000;

let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
beforeEach(async () => {
  journey = await openJourney({ temporal: temporal.address, people });
  const { store } = journey;
  await store.transaction(() => store.save("targetSystems", { id: target, mode: "automatic" }));
  fillDirectory(journey.directory, people.length, groupCount);
  within(
    "INSERT OR IGNORE INTO memberships SELECT g.id, a.id FROM objects g, objects a WHERE g.name IN ('group0', 'group1') AND a.type = 'account'",
  );
  await discover();
  await store.transaction(async () => {
    for (const [index, id] of people.entries()) {
      const [account] = await store.select("accounts", { where: { shortId: `user0000${index}` } });
      await store.save("accounts", { key: account?.key ?? "", userKey: journey.keyOf(id), associatedBy: "admin" });
      await store.save("userAttributes", {
        key: `${id} enforceRoles`,
        userKey: journey.keyOf(id),
        name: "enforceRoles",
        value: "true",
      });
    }
  });
  // The discovery above was that of the day.
  await nextDay();
});
afterEach(() => journey.close());

const { discover, discovery, operator, waits } = discoveriesOf(() => journey, target);
const within = (statement: string) => changeDirectory(journey.directory, (database) => database.exec(statement));

/** Moves the clock to the noon of the next day, on which the proxy has reported too. */
async function nextDay(): Promise<void> {
  const { store, context } = journey;
  journey.advance(dayMs - (context.clock.now() % dayMs) + dayMs / 2);
  await store.transaction(() => store.save("proxyServers", { id: "local", lastSeenAt: context.clock.now() }));
}

/** Puts a role for everybody in force that gives a group which everybody has. */
async function role(id: string, group: string, deficit: "add" | "removal"): Promise<string> {
  const { store, context } = journey;
  const [row] = await store.select("groups", { where: { shortId: group } });
  await store.transaction(() => store.save("groups", { key: row?.key ?? "", managed: true }));
  const draft = {
    condition: "true",
    surplus: "remove",
    deficit,
    entitlements: [{ kind: "membership", groupKey: row?.key ?? "" }],
  };
  const { key } = await invoke(addRole, context, operator, { id, draft });
  await invoke(putRoleInForce, context, operator, { key, force: true });
  await store.transaction(async () => {
    for (const person of people)
      await store.add("roleMembers", { key: `${person} ${key}`, roleKey: key, userKey: journey.keyOf(person) });
  });
  return key;
}

/** Loses half of the groups, the last ones, but for the groups named. */
function loseHalf(...lost: readonly string[]): void {
  const rest = groupCount / 2 - lost.length;
  const names = lost.map((name) => `'${name}'`).join(", ");
  within(
    `DELETE FROM objects WHERE type = 'group' AND (name IN (${names}) OR id IN (SELECT id FROM objects WHERE type = 'group' AND name NOT IN (${names}) ORDER BY id DESC LIMIT ${rest}))`,
  );
  within("DELETE FROM memberships WHERE groupId NOT IN (SELECT id FROM objects)");
}

/** Takes the nightly order until it has nothing more to do, or a discovery of it waits. */
async function night(): Promise<void> {
  const signal = new AbortController().signal;
  await eventually("the night is over", async () => {
    const { left } = await takeNightlyStep(journey.context, 0);
    await handleMoments({ context: journey.context, signal }, "enforcementRun");
    return !left;
  });
}

const runs = async () => {
  const rows = await journey.store.select("enforcementRuns", { orderBy: [["createdAt", "asc"]] });
  return rows.map(({ kind, state, people: found }) => `${kind} ${state} ${found}`);
};
const access = async () => {
  const { store } = journey;
  return {
    members: await store.select("roleMembers", { orderBy: [["key", "asc"]] }),
    memberships: await store.select("groupMemberships", { orderBy: [["key", "asc"]] }),
    grants: (await store.select("grants", { orderBy: [["key", "asc"]] })).map(({ key, endedAt }) => [key, endedAt]),
  };
};
const requests = async () => {
  const rows = await journey.store.select("requestOperations", { orderBy: [["key", "asc"]] });
  return rows.map(({ code }) => code).filter((code) => code !== "DISC");
};

test("a listing without half of the groups takes nothing and gives nothing while nobody has confirmed it", async () => {
  await role("GIVES", "group0", "add");
  await role("LEAVES", "group1", "removal");
  const before = await access();
  loseHalf("group0", "group1");
  await night();
  const [waiting] = await journey.store.select("requestOperations", { where: { code: "DISC", finishedAt: null } });
  const { discovery: found } = await waits(waiting?.key ?? "");
  expect((found.losses ?? []).map(lossWords)).toContain("remove 52 of 104 groups");
  await night();
  expect(await runs()).toEqual(["autores ended 0", "rbacenforce ended 0"]);
  expect(await requests()).toEqual([]);
  expect(await access()).toEqual(before);
});

test("once it is confirmed, the removals that follow from it wait for a confirmation of the run", async () => {
  const { store, context } = journey;
  const roleKey = await role("LEAVES", "group1", "removal");
  loseHalf("group0", "group1");
  await night();
  const [waiting] = await store.select("requestOperations", { where: { code: "DISC", finishedAt: null } });
  const { key } = await waits(waiting?.key ?? "");
  await invoke(confirmDiscovery, context, operator, { key });
  await eventually("it is loaded", async () => (await discovery(key)).finishedAt !== null);
  await nextDay();
  await night();
  expect((await runs()).slice(2)).toEqual(["autores ended 0", "rbacenforce confirming 4"]);
  expect(await requests()).toEqual([]);
  expect(await store.count("roleMembers", { roleKey })).toBe(4);
  const [run] = await store.select("enforcementRuns", { where: { state: "confirming" } });
  expect(run?.largeRemovals).toEqual([{ of: "role", key: roleKey, gone: 4, known: 4 }]);
  await invoke(confirmEnforcement, context, operator, { key: run?.key ?? "" });
  await night();
  expect(await requests()).toEqual(["ROLD", "ROLD", "ROLD", "ROLD"]);
});
