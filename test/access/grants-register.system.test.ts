// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import { discoveredTypes } from "#domain/discovery/discovery.ts";
import { guidSeries } from "#domain/guid-series.ts";
import { createRandom, type Random } from "#domain/random.fixture.ts";
import { stampedAt } from "#domain/replication/stamp.ts";
import { ManualClock } from "#platform/clock.ts";
import { objectKey } from "#platform/object-key.ts";
import type { StagedItems, StagedMember, StagedObject } from "#store/discovery/staging.ts";

import { openTestStore, type TestStore } from "../support/store.ts";
import { testSize } from "../support/test-size.ts";

let opened: TestStore;
const clock = new ManualClock();

beforeAll(async () => {
  opened = await openTestStore({ clock });
});
afterAll(() => opened.close());

const accounts = ["a", "b", "c"] as const;
const groups = ["g", "h"] as const;
const people = ["ann", "ben"] as const;
const unsaid = { enabled: null, locked: null, expired: null, passwordExpired: null, passwordExpiresAt: null } as const;

interface Step {
  readonly atMs: number;
  /** Access according to the rows: person, account and group of each. */
  readonly held: readonly string[];
}

const accountKey = (target: string, stableId: string) =>
  objectKey({ type: "account", targetSystemKey: target, stableId });
const groupKey = (target: string, stableId: string) => objectKey({ type: "group", targetSystemKey: target, stableId });

/** Returns who has what according to the rows, in a plain way. */
async function heldNow(target: string): Promise<string[]> {
  const { store } = opened;
  const where = { targetSystemKey: target };
  const owners = new Map((await store.select("accounts", { where })).map(({ key, userKey }) => [key, userKey]));
  const keys = (await store.select("groups", { where })).map(({ key }) => key);
  const members = (await inGroups(keys, (of) => store.select("groupMemberships", { where: of }))).flat();
  const ownerships = (await inGroups(keys, (of) => store.select("groupOwners", { where: of }))).flat();
  return [
    ...[...owners].map(([key, userKey]) => `account ${userKey} ${key}`),
    ...members.map(
      (row) => `membership ${owners.get(row.accountKey)} ${row.accountKey} ${row.groupKey} ${row.throughGroup}`,
    ),
    ...ownerships.map((row) => `ownership ${row.userKey} ${row.groupKey}`),
  ].toSorted();
}

const inGroups = <T>(keys: readonly string[], read: (where: { groupKey: string }) => Promise<T>): Promise<T[]> =>
  Promise.all(keys.map((key) => read({ groupKey: key })));

/** Returns who had what at a moment according to the grants. */
async function heldThen(target: string, atMs: number): Promise<string[]> {
  const all = await opened.store.select("grants", { where: { targetSystemKey: target } });
  const then = all.filter(({ from, endedAt }) => from <= atMs && (endedAt === null || endedAt > atMs));
  const words = {
    account: (row: (typeof all)[number]) => `account ${row.userKey} ${row.accountKey}`,
    membership: (row: (typeof all)[number]) =>
      `membership ${row.userKey} ${row.accountKey} ${row.groupKey} ${row.throughGroup}`,
    ownership: (row: (typeof all)[number]) => `ownership ${row.userKey} ${row.groupKey}`,
  };
  return then.map((row) => words[row.kind](row)).toSorted();
}

let chunks = 0;

async function list(random: Random, target: string): Promise<void> {
  const { store } = opened;
  const run = `run ${chunks}`;
  chunks += 1;
  const next = guidSeries(clock.now() + chunks, "0f8fad5b-d9cb-469f-a165-70867728950e");
  const some = <T>(all: readonly T[]) => all.filter(() => random.below(4) > 0);
  const objects = (type: "account" | "group", ids: readonly string[]): StagedObject[] =>
    ids.map((id) => ({
      ...unsaid,
      state: "listed",
      id,
      name: random.pick([id, `${id}2`, "ann"]),
      hash: `${random.below(3)}`,
      newKey: next(),
      rowKey: objectKey({ type, targetSystemKey: target, stableId: id }),
      values: [],
    }));
  const members = groups.flatMap((groupId) =>
    some(accounts).map((memberId): StagedMember => ({
      place: `${groupId} ${memberId}`,
      groupId,
      memberId,
      memberName: memberId,
      through: random.below(3) === 0 ? random.pick(["inner", "other"]) : null,
      newKey: next(),
    })),
  );
  const stage = (number: number, type: "account" | "group", items: StagedItems) =>
    store.staging.stage(run, {
      number,
      type,
      hash: "",
      chain: "",
      items: 1,
      cursor: null,
      last: true,
      token: null,
      ...items,
    });
  const startedStamp = store.loads.stamp();
  await store.transaction(async () => {
    await stage(0, "account", { objects: objects("account", some(accounts)), members: [], hidden: [] });
    await stage(1, "group", { objects: objects("group", some(groups)), members, hidden: [] });
    await store.loads.load({
      run,
      targetSystemKey: target,
      full: discoveredTypes,
      startedStamp,
      inOneGo: true,
      groupsBecomeManaged: false,
    });
    await store.save("listings", { targetSystemKey: target, startedAt: stampedAt(startedStamp) });
    if (random.below(2) === 0) await store.loads.associate(target, null);
    await store.staging.clear(run);
  });
}

/** Writes single rows, as operations do. */
async function write(random: Random, target: string): Promise<void> {
  const { store } = opened;
  const [account, group, person] = [random.pick(accounts), random.pick(groups), random.pick(people)];
  const accountRow = await store.get("accounts", accountKey(target, account));
  const groupRow = await store.get("groups", groupKey(target, group));
  const names = { longId: account, shortId: account, displayId: account };
  await store.transaction(async () => {
    const key = accountKey(target, account);
    if (accountRow === undefined) {
      const userKey = random.pick([person, null]);
      await store.save("accounts", { key, targetSystemKey: target, stableId: account, userKey, ...names });
      return;
    }
    if (random.below(3) === 0) {
      await store.save("accounts", { key, userKey: random.pick([person, null]) });
      return;
    }
    if (groupRow === undefined) return;
    if (random.below(3) === 0) {
      const where = { groupKey: groupRow.key, userKey: person };
      const [owner] = await store.select("groupOwners", { where });
      await (owner
        ? store.remove("groupOwners", owner.key)
        : store.add("groupOwners", { key: `${target}${chunks++}`, ...where }));
      return;
    }
    const where = { groupKey: groupRow.key, accountKey: key };
    const [member] = await store.select("groupMemberships", { where });
    if (member === undefined) await store.add("groupMemberships", { key: `${target}${chunks++}`, ...where });
    else if (member.throughGroup === null) await store.remove("groupMemberships", member.key);
    else await store.save("groupMemberships", { key: member.key, throughGroup: null });
  });
}

const histories = testSize(20, 10_000);
const stepsOfHistory = 8;
const timeout = testSize(180_000, 3_600_000);

test("the register of any moment equals a plain replay of what the rows said then", { timeout }, async () => {
  await opened.store.transaction(async () => {
    for (const id of people) await opened.store.add("users", { key: id, id, displayName: id });
  });
  for (let seed = 1; seed <= histories; seed++) {
    const random = createRandom(seed);
    const target = `T${seed}`;
    const steps: Step[] = [];
    for (let step = 0; step < stepsOfHistory; step++) {
      await (random.below(3) === 0 ? list(random, target) : write(random, target));
      steps.push({ atMs: stampedAt(opened.store.loads.stamp()), held: await heldNow(target) });
      clock.advance(5);
    }
    for (const { atMs, held } of steps)
      expect({ seed, atMs, held: await heldThen(target, atMs) }).toEqual({ seed, atMs, held });
  }
});
