import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { runLookMs } from "#domain/run-limits.ts";
import type { LaneItems, RunStep } from "#domain/runs/run-step.ts";
import { plannedPageRows } from "#domain/vault-run-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { invoke } from "../kernel/invoke.ts";
import { randomizeManagedSystemPolicy } from "../managed-accounts/ask-for-runs.ts";
import { nextRunStep } from "./next-run-step.ts";

const engine = engineCaller("cli", "test");
const policyId = "ROOM";
let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [] } });
});
afterEach(() => room.close());

/** Puts accounts of which no password is known under management, and begins a run over all. */
async function begun(accounts: number): Promise<string> {
  const { store, context } = room;
  const described = { description: "", mode: "push" } as const;
  await store.transaction(async () => {
    const rules = { changeIntervalHours: 0, checkoutMaxMinutes: 60, disclosurePlugins: [], enabled: true };
    await store.add("managedSystemPolicies", { id: policyId, ...described, ...rules, managedByNode: store.node });
    await store.add("managedSystems", { key: "system", id: "T1", ...described, type: "fault", targetSystemKey: "T1" });
    for (let index = 0; index < accounts; index += 1) {
      const accountKey = context.ids.guid();
      const names = { stableId: accountKey, longId: `root${index}`, shortId: `root${index}`, displayId: "root" };
      await store.add("accounts", { key: accountKey, targetSystemKey: "T1", ...names });
      const managed = { accountKey, managedSystemKey: "system", policyId, status: "U" } as const;
      await store.add("managedAccounts", { key: context.ids.guid(), ...managed });
    }
  });
  const asked = { key: policyId, confirm: true };
  return (await invoke(randomizeManagedSystemPolicy, context, engine, asked)).key;
}

async function step(key: string, ordinal: number, busy: readonly string[] = []) {
  const done: RunStep = await invoke(nextRunStep, room.context, engine, { key, run: "run", ordinal, busy });
  if (done.do !== "perform") throw new Error("the run is over");
  return done;
}

const orderKeys = ({ operationKeys }: LaneItems) => operationKeys.map((key) => key.replace("vault:", ""));

test("a run begins with the accounts that it has written down while others are still to be", async () => {
  const run = await begun(plannedPageRows + 1);
  const first = await step(run, 0);
  expect(first).toMatchObject({ waitMs: 0, lanes: [{ name: "T1/1" }, { name: "T1/2" }] });
  // The workflow hands orders over when it waits for something.
  expect(first).not.toHaveProperty("again");
  expect(await room.store.get("runs", run)).toMatchObject({ state: "queued", startedAt: null });
  expect(await step(run, 1, ["T1/1", "T1/2"])).toMatchObject({ lanes: [], waitMs: runLookMs });
  expect(await room.store.get("runs", run)).toMatchObject({ state: "running" });
  expect(await room.store.count("vaultOrders", { runKey: run })).toBe(plannedPageRows + 1);
});

describe("the lanes of a target", () => {
  test("are one, called like the target, where a chunk holds all", async () => {
    const run = await begun(10);
    const { lanes } = await step(run, 0);
    expect(lanes.map(({ name, targetSystemKey }) => [name, targetSystemKey])).toEqual([[undefined, "T1"]]);
    expect(lanes.flatMap(orderKeys)).toHaveLength(10);
    expect(await step(run, 1, ["T1"])).toEqual({ do: "perform", lanes: [], giveUp: [], waitMs: runLookMs });
  });

  test("are two beyond that, of which each has a chunk in hand at most and goes on by itself", async () => {
    const run = await begun(200);
    const { lanes } = await step(run, 0);
    expect(lanes.map(({ name, targetSystemKey }) => [name, targetSystemKey])).toEqual([
      ["T1/1", "T1"],
      ["T1/2", "T1"],
    ]);
    for (const lane of lanes) expect(orderKeys(lane).length).toBeLessThanOrEqual(64);
    const first = lanes.flatMap(orderKeys);
    expect(first.length).toBeGreaterThan(64);
    expect(new Set(first)).toHaveLength(first.length);
    expect(await step(run, 1, ["T1/1", "T1/2"])).toMatchObject({ lanes: [], waitMs: runLookMs });
    // What its proxy has given back is handed out again, and nothing of the other lane's.
    const again = await step(run, 2, ["T1/1"]);
    expect(again.lanes.map(({ name }) => name)).toEqual(["T1/2"]);
    expect(again.lanes.flatMap(orderKeys).toSorted()).toEqual(orderKeys(lanes[1] as LaneItems).toSorted());
  });

  test("leave alone what a run of an earlier version has in hand of the whole target", async () => {
    const run = await begun(70);
    await step(run, 0);
    expect(await step(run, 1, ["T1"])).toMatchObject({ lanes: [], waitMs: runLookMs });
  });

  test("wait for the other one, and not for nothing, when their own orders are over", async () => {
    const { store } = room;
    const run = await begun(70);
    await step(run, 0);
    const over = (await store.select("vaultOrders", { where: { runKey: run } })).filter(({ key }) => key >= "8");
    await store.transaction(() =>
      store.saveAll(
        "vaultOrders",
        over.map(({ key }) => ({ key, result: "S", openAccountKey: null, endedAt: 0 })),
      ),
    );
    expect(await step(run, 1, ["T1/1"])).toMatchObject({ lanes: [], waitMs: runLookMs });
  });
});
