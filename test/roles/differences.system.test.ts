// @databases sqlite mariadb
import { isDeepStrictEqual } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";
import { findAccessDifferences } from "#operations/enforcement/engine/find-access-differences.ts";
import { findMemberDifferences } from "#operations/enforcement/engine/find-member-differences.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { ManualClock } from "#platform/clock.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { createConditionReads } from "#store/query/condition-reads.ts";
import { createAccessDifferences } from "#store/roles/access-differences.ts";

import { openTestService, type TestService } from "../support/service.ts";
import { testSize } from "../support/test-size.ts";
import { whenRead } from "../support/when-read.ts";
import { PlainDifferences } from "./plain-differences.ts";
import { readRoleWorld, writeRoleWorld } from "./random-role-world.ts";

const worlds = testSize(5, 400);
const nowMs = 1_000_000;
const all = { userKeys: null, roleKeys: null };

const opened: { close(): Promise<void> }[] = [];
const close = async () => {
  for (const one of opened.splice(0)) await one.close();
};
afterAll(close);

interface World {
  readonly service: TestService;
  readonly database: Database;
  /** Returns the context of a search whose statements are changed on their way. */
  context(change?: (text: string) => string): CallContext;
}

async function world(seed: number, people?: number): Promise<World> {
  const service = await openTestService({ clock: new ManualClock(nowMs) });
  const database = openDatabase({ databaseUrl: service.databaseUrl });
  opened.push(database, service);
  await writeRoleWorld(service.store, createRandom(seed), people);
  return {
    service,
    database,
    context(change = (text) => text) {
      const reading = {
        dialect: database.dialect,
        read: (text: string, values?: Parameters<Database["read"]>[1]) => database.read(change(text), values),
      };
      const store = {
        ...service.store,
        readsFor: () => ({ ...service.store, ...createConditionReads(reading) }),
        accessDifferences: () => createAccessDifferences(reading),
      };
      const call = { visible: new Map(), operationId: null, startedAt: nowMs };
      return { ...service.context, store, caller: engineCaller("autores", "run"), ...call };
    },
  };
}

test(
  `in ${worlds} random worlds the statements find what a plain computation finds`,
  { timeout: 600_000 },
  async () => {
    let found = 0;
    for (let seed = 1; seed <= worlds; seed++) {
      const { service, context } = await world(seed);
      const plain = new PlainDifferences(await readRoleWorld(service.store), nowMs);
      const [members, access] = [plain.ofMembers(), plain.ofAccess()];
      expect([seed, await whenRead(() => findMemberDifferences(context(), all))]).toEqual([seed, members]);
      expect([seed, await whenRead(() => findAccessDifferences(context(), all))]).toEqual([seed, access]);
      const some = ["user-03", "user-04", "user-11"];
      const ofSome = ({ userKey }: { readonly userKey: string }) => some.includes(userKey);
      const limits = { ...all, userKeys: some };
      expect([seed, await whenRead(() => findMemberDifferences(context(), limits))]).toEqual([
        seed,
        members.filter(ofSome),
      ]);
      expect([seed, await whenRead(() => findAccessDifferences(context(), limits))]).toEqual([
        seed,
        access.filter(ofSome),
      ]);
      found += members.length + access.length;
      await close();
    }
    expect(found).toBeGreaterThan(worlds);
  },
);

/** Faults that are planted in the statements, each with its place and what stands there instead. */
const faults: readonly (readonly [search: "members" | "access", place: RegExp, instead: string])[] = [
  ["members", /`disabled` = \?/, "`disabled` >= ?"],
  ["members", /`endsAt` > \?/, "`endsAt` >= ?"],
  ["members", /`until` > \?/g, "`until` >= ?"],
  ["members", /`because` IN \(\?, \?\)/, "`because` NOT IN (?, ?)"],
  ["members", /`because` IN \(\?\)/, "`because` IN (?, 'nothing') AND 1 = 0"],
  ["members", /`createdAt` > \?/, "`createdAt` >= ?"],
  ["members", /\w+\.`result` IS NULL OR/, "1 = 0 OR"],
  ["members", /(\w+\.`value`) = \?/, "LOWER($1) = LOWER(?)"],
  ["access", /u\.`disabled` = 0/, "1 = 1"],
  ["access", /u\.`endsAt` > \?/, "u.`endsAt` >= ?"],
  ["access", /AND a\.`name` = \?/, "AND LOWER(a.`name`) = LOWER(?)"],
  ["access", /AND g\.`endedAt` IS NULL AND (\+?g\.`kind`)/, "AND $1"],
  ["access", /g\.`throughGroup` IS NULL AND/, ""],
  ["access", /g\.`endedAt` IS NULL AND CASE/, "CASE"],
  ["access", /g\.`until` > \?/, "g.`until` >= ?"],
  ["access", /x\.`endedAt` IS NULL AND/, ""],
  ["access", /x\.`until` > \?/, "x.`until` >= ?"],
  ["access", /AND x\.`kind` = \?/, "AND x.`kind` <> ?"],
  ["access", /o\.`result` IS NULL OR/, "1 = 0 OR"],
  ["access", /e\.`kind` IN \('account', 'membership'\)/, "e.`kind` = 'account'"],
  ["access", /q\.`createdAt` >= /, "0 <= "],
  ["access", /q\.`origin` = \?/, "q.`origin` <> ?"],
  ["access", /AND h\.`endedAt` IS NULL/, ""],
  ["access", /AND h\.`throughGroup` IS NULL/, ""],
  ["access", /p\.`value` = 'true'/, "1 = 1"],
  ["access", /s\.`enabled` = 1/, "1 = 1"],
  ["access", /m\.`userKey` = u\.`key` AND e/g, "e"],
  ["access", /AND \+?o\.`accountKey` = g\.`accountKey`/, "AND 1 = 0"],
  ["access", /o\.`roleKey` = e\.`roleKey`/, "1 = 1"],
];

describe("planted faults", () => {
  const [worldsOfMany, people] = [4, 150];
  const many: (Pick<World, "context"> & Record<"members" | "access", unknown>)[] = [];
  beforeAll(async () => {
    for (let seed = 1; seed <= worldsOfMany; seed++) {
      const { service, context } = await world(seed, people);
      const plain = new PlainDifferences(await readRoleWorld(service.store), nowMs);
      many.push({ context, members: plain.ofMembers(), access: plain.ofAccess() });
    }
  }, 120_000);

  test.each(faults)("a fault is found: %s %s → %s", { timeout: 120_000 }, async (search, place, instead) => {
    const find = search === "members" ? findMemberDifferences : findAccessDifferences;
    let isPlanted = false;
    const plant = (text: string) => {
      const changed = text.replace(place, instead);
      isPlanted ||= changed !== text;
      return changed;
    };
    let isFound = false;
    for (const { context, [search]: expected } of many) {
      isFound ||= !isDeepStrictEqual(await whenRead(() => find(context(plant), all)), expected);
      if (isFound) break;
    }
    expect(isPlanted, "no statement has the place of the fault").toBe(true);
    expect(isFound, "no world shows the fault").toBe(true);
  });
});
