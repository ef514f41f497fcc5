// @databases sqlite mariadb
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { askCheckout } from "#operations/checkouts/ask-checkout.ts";
import { checkInCheckout } from "#operations/checkouts/change-checkouts.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { holdersOf } from "#operations/vault/engine/holders-of.ts";
import type { Row } from "#store/tables.ts";

import { giveRight } from "../support/checkout-journey.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { given, manage, roomPolicy } from "../support/managed-room.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

type Checkout = Row<"checkouts">;

/** Number of people; with three holders at a time, each of them checks the password out and in. */
const crowd = testSize(40, 200);
const sizes = [
  // Each check-in is followed by a change, so few suffice; all people ask all the time.
  { concurrency: 1, crowd, wanted: testSize(3, 20) },
  { concurrency: 3, crowd, wanted: crowd },
];
/** Longest pauses in milliseconds: before a refused person asks again, and while a person holds the password. */
const pauseMs = { ask: 3_000, hold: testSize(20, 200) };

let temporal: TestTemporal;
let journey: Journey;
let accountKey: string;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

const ids = (count: number) => Array.from({ length: count }, (_, n) => `person${n}`);
const pause = (most: number) => sleep(Math.random() * most);

async function openRoom(concurrency: number, people: readonly string[]): Promise<void> {
  journey = await openJourney({ temporal: temporal.address, people });
  const managed = await manage(journey, ["root"], { policy: { concurrency } });
  accountKey = managed.get("root") ?? "";
  const keys = people.map((id) => journey.keyOf(id));
  await giveRight(journey.context, roomPolicy, "preApproved", keys);
}

/** Asks once; returns undefined if the password is not available now. */
async function asked(id: string): Promise<Checkout | undefined> {
  try {
    const input = { managedAccountKey: accountKey, reason: "to look after it" };
    return await invoke(askCheckout, journey.context, journey.as(id), input);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "CHECKOUT_NOT_FREE") return undefined;
    throw error;
  }
}

/** Makes all people ask repeatedly until `wanted` have had the password and checked it in; returns the number of refusals. */
async function takeTurns(people: readonly string[], wanted: number): Promise<number> {
  let [taken, refused] = [0, 0];
  const live = async (id: string) => {
    while (taken < wanted) {
      const checkout = await asked(id);
      if (checkout === undefined) {
        refused += 1;
        await pause(pauseMs.ask);
        continue;
      }
      taken += 1;
      await pause(pauseMs.hold);
      await invoke(checkInCheckout, journey.context, journey.as(id), { key: checkout.key });
      return;
    }
  };
  await Promise.all(people.map(live));
  return refused;
}

/** Counts the holders all the time while something runs; returns the most that were seen at once. */
async function mostSeenWhile(goingOn: Promise<unknown>): Promise<number> {
  const state = { isOver: false, most: 0 };
  const counting = (async () => {
    while (!state.isOver) {
      state.most = Math.max(state.most, await holdersOf(journey, accountKey));
      await sleep(5);
    }
  })();
  await goingOn.finally(() => (state.isOver = true));
  await counting;
  return state.most;
}

const checkouts = () => journey.store.select("checkouts", { where: { managedAccountKey: accountKey } });

/** Returns the most holders at once by the times of the rows, and how often the last holder checked in. */
function countedBy(rows: readonly Checkout[]): { readonly most: number; readonly returnedByAll: number } {
  const events = rows.flatMap(({ checkedOutAt, endedAt }) => [
    { at: checkedOutAt ?? 0, change: 1 },
    { at: endedAt ?? 0, change: -1 },
  ]);
  const walk = (ofAMoment: 1 | -1) => {
    let [holders, most, zeros] = [0, 0, 0];
    for (const { change } of events.toSorted((a, b) => a.at - b.at || (a.change - b.change) * ofAMoment)) {
      holders += change;
      most = Math.max(most, holders);
      if (holders === 0) zeros += 1;
    }
    return { most, zeros };
  };
  // Within one millisecond a check-in may have come first. After the last check-in no one gets the password within one.
  return { most: walk(1).most, returnedByAll: walk(-1).zeros };
}

test.each(sizes)(
  "$crowd people ask at once and all the time where $concurrency may have it: never more have it, and each last return is followed by one change",
  async ({ concurrency, wanted }) => {
    await openRoom(concurrency, ids(crowd));
    const turns = takeTurns(ids(crowd), wanted);
    const mostSeen = await mostSeenWhile(turns);
    expect(await turns).toBeGreaterThan(0);
    const rows = await checkouts();
    expect(rows.length).toBeGreaterThanOrEqual(wanted);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["checkedIn"]));
    const { most, returnedByAll } = countedBy(rows);
    expect(most).toBe(concurrency);
    expect(mostSeen).toBeLessThanOrEqual(concurrency);
    expect(await holdersOf(journey, accountKey)).toBe(0);
    await eventually("the last change is done", async () => {
      const runs = await journey.store.select("runs");
      return runs.length === returnedByAll && runs.every(({ state }) => state === "ended");
    });
    // The hub handles each that waits for it; nothing else triggers it.
    journey.advance(60_000);
    await eventually("all are known to be changed", async () => (await checkouts()).every((row) => !row.awaitsChange));
    await requireOneChangeEach(returnedByAll);
  },
);

async function requireOneChangeEach(returnedByAll: number): Promise<void> {
  const { store } = journey;
  const runs = await store.select("runs");
  expect(runs).toHaveLength(returnedByAll);
  expect(new Set(runs.map(({ kind, reason }) => `${kind} ${reason}`))).toEqual(new Set(["randomize checkIn"]));
  const orders = await store.select("vaultOrders");
  expect(orders.map(({ act, result }) => `${act} ${result}`)).toEqual(runs.map(() => "set S"));
  expect(orders.map(({ runKey }) => runKey).toSorted()).toEqual(runs.map(({ key }) => key).toSorted());
  const audited = await store.select("sesslog_full", { where: { operation: "RAND" } });
  expect(audited.map(({ batchId, result }) => `${batchId} ${result}`).toSorted()).toEqual(
    runs.map(({ key }) => `${key} S`).toSorted(),
  );
  const { status, entries, given: opens } = await given(journey, accountKey);
  expect({ status, opens, entries: entries.length }).toEqual({ status: "C", opens: [true], entries: runs.length + 1 });
}
