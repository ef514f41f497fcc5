// @databases sqlite mariadb
import { afterEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { extendGrant } from "#operations/access/extend-grant.ts";
import { handleGrantMoment } from "#operations/access/handle-grant-moment.ts";
import { abortDiscovery } from "#operations/discovery/decide-discovery.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { leave } from "#operations/users/leave.ts";

import { discoveriesOf } from "../support/discoveries.ts";
import { changeDirectory, fillDirectory } from "../support/fault-directory.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { namedObject } from "../support/named-object.ts";
import { openRequestRoom, type RequestRoom } from "../support/request-room.ts";
import { startTestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const hourMs = 3_600_000;
let room: RequestRoom | undefined;
afterEach(async () => {
  await room?.close();
  room = undefined;
});

const hub = ({ context }: RequestRoom, ...kinds: readonly ("user" | "leavingStep" | "request" | "grant")[]) =>
  Promise.all(kinds.map((kind) => handleMoments({ context, signal: new AbortController().signal }, kind)));

/** Gives ada an account, and a membership of it with so many grants that end at a time. */
async function giveMembership(
  { store, context, keyOf }: RequestRoom,
  name: string,
  { until, grants }: { readonly until: number; readonly grants: number },
): Promise<readonly string[]> {
  return store.transaction(async () => {
    await store.save("groups", { key: "staff", ...namedObject("staff"), managed: true });
    await store.save("accounts", { key: name, ...namedObject(name), userKey: keyOf("ada") });
    await store.add("groupMemberships", { key: `m${name}`, accountKey: name, groupKey: "staff" });
    const [first] = await store.select("grants", { where: { kind: "membership", accountKey: name } });
    if (first === undefined) throw new Error("no grant");
    const requested = { because: "request", until } as const;
    await store.save("grants", { key: first.key, ...requested });
    const keys = [first.key];
    const { kind, targetSystemKey, accountKey, groupKey, userKey } = first;
    const access = { kind, targetSystemKey, accountKey, groupKey, userKey };
    for (let count = 1; count < grants; count++) {
      const key = context.ids.guid();
      await store.add("grants", { key, ...access, ...requested, from: context.clock.now() });
      keys.push(key);
    }
    return keys;
  });
}

describe("a recipient who extends for ever", () => {
  test("never has more than the longest time from the last approval, and nothing once nobody approves", async () => {
    room = await openRequestRoom({ targets: { T1: [{ authorizers: ["cy"] }] } });
    const { clock, store } = room;
    const [key = ""] = await giveMembership(room, "acc", { until: clock.now() + 8 * hourMs, grants: 1 });
    const details = { key: "d", resourceType: "managedGroup", resourceKey: "staff", longestHours: 8 } as const;
    await store.transaction(() => store.save("catalogueDetails", details));
    const latest = async () => {
      const open = await store.select("grants", { where: { kind: "membership", endedAt: null } });
      return Math.max(...open.map(({ until }) => until ?? Number.POSITIVE_INFINITY));
    };
    const extend = (part: object) => {
      const asked = { key, ...part };
      return room === undefined
        ? Promise.reject(new Error("no room"))
        : invoke(extendGrant, room.context, room.as("ada"), asked);
    };
    for (let round = 0; round < 5; round++) {
      await expect(extend({ forHours: 9 })).rejects.toThrow("for 8 hours at most");
      const { requestKey } = await extend({ forHours: 8 });
      await expect(room.decide("ada", { key: requestKey }, { phase: 1, decision: "approve" })).rejects.toThrow();
      const before = await latest();
      clock.advance(hourMs);
      expect(await latest()).toBe(before);
      await room.decide("cy", { key: requestKey }, { phase: 1, decision: "approve" });
      expect(await latest()).toBe(clock.now() + 8 * hourMs);
    }
    await extend({ forHours: 8 });
    clock.advance(8 * hourMs);
    await hub(room, "grant");
    expect(await store.select("requestOperations", { where: { code: "GRUD" } })).toHaveLength(1);
    await expect(extend({ forHours: 8 })).rejects.toMatchObject({ code: "ACCESS_ENDED" });
  });

  test("extends what nobody has to approve as often as a day allows", async () => {
    room = await openRequestRoom({}, { selfApprovedPerDay: 2 });
    const [key = ""] = await giveMembership(room, "acc", { until: room.clock.now() + hourMs, grants: 1 });
    for (let hours = 2; hours <= 3; hours++) {
      const asked = { key, forHours: hours };
      await room.step({ key: (await invoke(extendGrant, room.context, room.as("ada"), asked)).requestKey });
    }
    await expect(invoke(extendGrant, room.context, room.as("ada"), { key, forHours: 4 })).rejects.toMatchObject({
      code: "SELF_APPROVED_MAX",
    });
  });
});

test("two ends and an extension in the same second: the access is taken away once, or lasts as the extension says", async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["cy"] }] } });
  const { clock, store, context, decide, as } = room;
  let extended = 0;
  for (let round = 0; round < testSize(4, 60); round++) {
    const until = clock.now() + hourMs;
    const name = `a${round}`;
    const keys = await giveMembership(room, name, { until, grants: 2 });
    const { requestKey } = await invoke(extendGrant, context, as("ada"), { key: keys[0] ?? "", forHours: 5 });
    clock.advance(hourMs);
    const end = (key = "") => invoke(handleGrantMoment, context, engineCaller("idtm", "moments"), { key });
    const approve = () => decide("cy", { key: requestKey }, { phase: 1, decision: "approve" });
    const acts = [() => end(keys[0]), () => end(keys[1]), approve];
    await Promise.all([...acts.slice(round % 3), ...acts.slice(0, round % 3)].map((act) => act()));
    clock.advance(60_000);
    await hub(room, "grant");
    const open = await store.select("grants", { where: { kind: "membership", accountKey: name, endedAt: null } });
    const endings = await store.select("requestOperations", { where: { code: "GRUD", accountKey: name } });
    const lasts = open.some(({ requestKey: by }) => by === requestKey);
    expect([round, lasts, endings.length]).toEqual([round, lasts, lasts ? 0 : 1]);
    const [operation] = await store.select("requestOperations", { where: { requestKey } });
    expect([round, operation?.result]).toEqual([round, lasts ? "S" : "F"]);
    extended += lasts ? 1 : 0;
  }
  expect(extended).toBeGreaterThan(0);
});

test("a manager of a leaver does not get what the leaver was to approve for them, nor extends what the leaver has", async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["cy"] }] } }, { leaverAccess: "keep" });
  const { store, keyOf, as, context } = room;
  await store.transaction(async () => {
    await store.save("users", { key: keyOf("cy"), managerKey: keyOf("ada") });
    await store.save("users", { key: keyOf("ada"), managerKey: keyOf("bob") });
    await store.save("accounts", { key: "of-cy", ...namedObject("cy"), userKey: keyOf("cy") });
    const [grant] = await store.select("grants", { where: { accountKey: "of-cy" } });
    const until = context.clock.now() + hourMs;
    await store.save("grants", { key: grant?.key ?? "", because: "request", until });
  });
  const own = await giveMembership(room, "acc", { until: context.clock.now() + hourMs, grants: 1 });
  const { requestKey } = await invoke(extendGrant, context, as("ada"), { key: own[0] ?? "", forHours: 5 });
  await invoke(leave, context, { ...as("dan"), superuser: true }, { key: keyOf("cy") });
  await hub(room, "user", "leavingStep", "request");
  const asked = await store.select("requestAuthorizers", { where: { requestKey } });
  expect(asked.map(({ userKey }) => userKey)).not.toContain(keyOf("ada"));
  await expect(room.decide("ada", { key: requestKey }, { phase: 1, decision: "approve" })).rejects.toThrow();
  const [ofLeaver] = await store.select("grants", { where: { accountKey: "of-cy" } });
  const wanted = { key: ofLeaver?.key ?? "", forHours: 5 };
  await expect(invoke(extendGrant, context, as("ada"), wanted)).rejects.toMatchObject({ code: "RECIPIENT_UNFIT" });
});

describe("a discovery that lies", () => {
  const withJourney = async (work: (journey: Journey) => Promise<void>) => {
    const temporal = await startTestTemporal();
    const journey = await openJourney({ temporal: temporal.address });
    try {
      await work(journey);
    } finally {
      await journey.close();
      await temporal.stop();
    }
  };
  const targetSystemKey = "T1";
  const openGrants = async ({ store }: Journey) =>
    (await store.select("grants", { where: { targetSystemKey, endedAt: null } })).map(({ key }) => key).toSorted();

  test(
    "ends nothing that a request gave without the rule of large removals, and what it invents was not requested",
    { timeout: 120_000 },
    async () => {
      await withJourney(async (journey) => {
        const { store, context, directory } = journey;
        const { begin, discover, discovery, operator, waits } = discoveriesOf(() => journey, targetSystemKey);
        fillDirectory(directory, 6, 2);
        await discover();
        await store.transaction(async () => {
          for (const { key } of await store.select("grants")) await store.save("grants", { key, because: "request" });
        });
        const given = await openGrants(journey);
        const joins =
          "INSERT OR IGNORE INTO memberships SELECT g.id, a.id FROM objects g, objects a WHERE g.type = 'group' AND a.type = 'account'";
        changeDirectory(directory, (database) => database.exec(joins));
        await discover();
        const all = await store.select("grants", { where: { targetSystemKey, endedAt: null } });
        const invented = all.filter(({ key }) => !given.includes(key));
        expect(invented).toHaveLength(6);
        expect(new Set(invented.map(({ because }) => because))).toEqual(new Set(["discovered"]));
        const before = await openGrants(journey);
        for (const statement of ["DELETE FROM memberships", "DELETE FROM objects WHERE type = 'account'"]) {
          changeDirectory(directory, (database) => database.exec(statement));
          const key = await begin();
          await waits(key);
          expect([statement, await openGrants(journey)]).toEqual([statement, before]);
          await invoke(abortDiscovery, context, operator, { key });
          await eventually("it has ended", async () => (await discovery(key)).finishedAt !== null);
        }
        expect(await openGrants(journey)).toEqual(before);
      });
    },
  );
});
