// @alone It measures the times of searches.
import { afterAll, beforeAll, expect, test } from "vitest";

import { findAccessDifferences } from "#operations/enforcement/engine/find-access-differences.ts";
import { findMemberDifferences } from "#operations/enforcement/engine/find-member-differences.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { type Database, openDatabase } from "#store/database.ts";

import { expectBestWithin } from "../support/best-within.ts";
import { beginOwnShare } from "../support/own-share.ts";
import { openTestService, type TestService } from "../support/service.ts";
import { testSize } from "../support/test-size.ts";
import { fillLargeWorld, grantsOfPerson, largeKey } from "./large-role-world.ts";

const people = testSize(5_000, 100_000);
const departments = testSize(30, 150);
/** Milliseconds for all people without differences. */
const promisedMs = testSize(2_500, 10_000);
const all = { userKeys: null, roleKeys: null };

let service: TestService;
let database: Database;
let context: CallContext;

beforeAll(async () => {
  service = await openTestService();
  database = openDatabase({ databaseUrl: service.databaseUrl });
  await fillLargeWorld(database, { people, departments });
  const call = { visible: new Map(), operationId: null, startedAt: 0 };
  context = { ...service.context, caller: engineCaller("autores", "run"), ...call };
}, 1_500_000);
afterAll(async () => {
  await database.close();
  await service.close();
});

/** Runs a search that finds nothing, and returns its time as on a quiet machine. */
async function timeOf(find: typeof findMemberDifferences): Promise<number> {
  const share = beginOwnShare();
  const began = performance.now();
  expect(await find(context, all)).toEqual([]);
  const elapsed = performance.now() - began;
  console.log(`  ${Math.round(people / (elapsed / 1000))} people per second`);
  return elapsed * share();
}

test.each([
  ["autores", findMemberDifferences],
  ["rbacenforce", findAccessDifferences],
] as const)(
  `%s looks at ${people} people with ${people * grantsOfPerson} grants within the promised time`,
  { timeout: 900_000 },
  async (_utility, find) => {
    // The processes that read start with the first search.
    await timeOf(find);
    await expectBestWithin(promisedMs, () => timeOf(find));
  },
);

test("the differences of three people among them are found", { timeout: 300_000 }, async () => {
  const { store } = service;
  await store.transaction(async () => {
    await store.save("users", { key: largeKey("1", 1), disabled: true });
    const [attribute] = await store.select("userAttributes", {
      where: { userKey: largeKey("1", 2), name: "department" },
    });
    await store.save("userAttributes", { key: attribute?.key ?? "", value: "d0" });
    await store.save("grants", { key: largeKey("8", 3 * grantsOfPerson + 4), endedAt: 1 });
  });
  const members = await findMemberDifferences(context, all);
  expect(
    members.map(({ userKey, differences }) => [userKey, differences.map(({ resolution }) => resolution).toSorted()]),
  ).toEqual([
    [largeKey("1", 1), ["remove", "remove"]],
    [largeKey("1", 2), ["add", "remove"]],
  ]);
  const access = await findAccessDifferences(context, all);
  expect(access).toMatchObject([{ userKey: largeKey("1", 3), differences: [{ kind: "deficit", resolution: "add" }] }]);
});
