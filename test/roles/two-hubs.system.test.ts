// @databases sqlite mariadb
import { afterEach, beforeEach, expect, test } from "vitest";

import { handleEnforcementRun } from "#activities/hub/enforcement-run.ts";
import { momentPageMax } from "#domain/engine-limits.ts";
import { eq } from "#domain/query/condition.ts";
import type { EnforcementKind } from "#domain/roles/differences.ts";
import { startEnforcement } from "#operations/enforcement/change-runs.ts";
import { endSearch, searchForRun, writeItems } from "#operations/enforcement/run-steps.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { type EnforcementRoom, openEnforcementRoom, operator } from "../support/enforcement-room.ts";
import { testSize } from "../support/test-size.ts";

const people = Array.from({ length: 12 }, (_, index) => `person${index}`);
const rounds = testSize(2, 20);

let room: EnforcementRoom;
let hubs: readonly ServiceContext[];

beforeEach(async () => {
  room = await openEnforcementRoom([...people, "cy", "dan"]);
  const other = await room.another("node1", room.clock);
  hubs = [room.context, { ...room.context, store: other }];
});
afterEach(() => room.close());

const begin = async (kind: EnforcementKind) =>
  (await invoke(startEnforcement, room.context, operator, { kind, threads: 4 })).key;

/** Returns the text of each operation with its recipient, in order. */
async function asked(): Promise<readonly string[]> {
  const operations = await room.store.select("requestOperations");
  const requests = new Map((await room.store.select("reqbatch")).map((request) => [request.key, request]));
  return operations
    .map((one) => {
      const recipient = requests.get(one.requestKey)?.recipientKey;
      return [recipient, one.code, one.roleKey, one.groupKey, one.targetSystemKey].join(" ");
    })
    .toSorted();
}

/** Lets both hubs take steps of runs in the same moments until all have ended, as if the lease of the first had run out. */
async function together(...keys: readonly string[]): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    if ((await room.store.count("enforcementRuns", eq("endedAt", null))) === 0) return;
    await room.store.moments.lease(momentPageMax, "enforcementRun");
    await Promise.all(keys.flatMap((key) => hubs.map((hub) => handleEnforcementRun(hub, key))));
  }
  throw new Error("the runs have not ended");
}

/** Gives everybody an access that they lack by their role, and another that no role gives. */
async function differ(round: number): Promise<void> {
  for (const id of people) await room.access(id, "T1", round === 0 ? ["sales"] : []);
}

const expectOnce = (all: readonly string[]) => expect(all).toEqual([...new Set(all)]);

test("two hubs that take the steps of one run in the same moments ask for each role once", async () => {
  for (let round = 0; round < rounds; round += 1) {
    await room.role(`R${round}`, { condition: "startswith(id,'person')" });
    await together(await begin("autores"));
    const all = await asked();
    expect(all).toHaveLength(people.length * (round + 1));
    expectOnce(all);
  }
});

test("two hubs that take the steps of one run in the same moments ask for each access once", async () => {
  await differ(0);
  await room.role("S", { surplus: "exception", entitlements: [{ kind: "membership", groupKey: "sales" }] });
  await together(await begin("rbacenforce"));
  const all = await asked();
  expect(all).toHaveLength(people.length);
  expectOnce(all);
});

test.each(["autores", "rbacenforce"] as const)(
  "two runs of %s that have found the same people before each other ask for each difference once",
  async (kind) => {
    await differ(0);
    const entitlements = [{ kind: "membership", groupKey: "sales" }];
    await room.role("S", { condition: "startswith(id,'person')", surplus: "exception", entitlements });
    const keys = [await begin(kind), await begin(kind)];
    const found = await Promise.all(
      keys.map((key, index) => invoke(searchForRun, hubs[index] ?? room.context, engineCaller(kind, key), { key })),
    );
    expect(found.map((ofRun) => ofRun.length)).toEqual([people.length, people.length]);
    for (const [index, key] of keys.entries()) {
      const items = (found[index] ?? []).map(({ userKey, differences }) => ({ userKey, differences }));
      await invoke(writeItems, room.context, engineCaller(kind, key), { key, people: items });
      await invoke(endSearch, room.context, engineCaller(kind, key), { key });
    }
    await together(...keys);
    const items = await room.store.select("enforcementItems");
    expect(items.filter(({ state }) => state === "submitted")).toHaveLength(people.length);
    expect(items.filter(({ state }) => state === "gone")).toHaveLength(people.length);
    expectOnce(await asked());
  },
);
