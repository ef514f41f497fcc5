// @databases sqlite mariadb
import { performance } from "node:perf_hooks";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { momentLeaseMs, momentPageMax } from "#domain/engine-limits.ts";
import { ManualClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { withDatabase } from "#store/database.ts";
import type { Moment } from "#store/moments.ts";
import type { Store } from "#store/store.ts";

import { openTestStore, type TestStore } from "../support/store.ts";

let clock: ManualClock;
let opened: TestStore;
let first: Store;
let second: Store;
beforeEach(async () => {
  clock = new ManualClock();
  opened = await openTestStore({ clock });
  first = opened.store;
  second = await opened.another("node1", clock);
});
afterEach(() => opened.close());

const set = (count: number, at: number) => {
  const moments = Array.from({ length: count }, (): Moment => ({ key: systemIds.guid(), kind: "request", at }));
  return first.transaction(async () => {
    for (const moment of moments) await first.moments.set(moment);
    return moments.map(({ key }) => key);
  });
};
const keysOf = (moments: readonly Moment[]) => moments.map(({ key }) => key);
const take = (store: Store, key: string) => store.transaction(() => store.moments.take(key));

/** Leases and takes pages until none is left; returns the keys taken. */
async function takeAll(store: Store): Promise<string[]> {
  const taken: string[] = [];
  for (;;) {
    const page = keysOf(await store.moments.lease(20));
    if (page.length === 0) return taken;
    for (const key of page) if (await take(store, key)) taken.push(key);
  }
}

describe("moments", () => {
  test("are leased when they have come, those that wait longest first", async () => {
    const now = clock.now();
    const [late] = await set(1, now + 2);
    const [early] = await set(1, now + 1);
    expect(await first.moments.lease(10)).toEqual([]);
    clock.advance(2);
    expect(await first.moments.lease(10)).toEqual([
      { key: early, kind: "request", at: now + 1 },
      { key: late, kind: "request", at: now + 2 },
    ]);
    expect(await first.moments.lease(10)).toEqual([]);
    expect(await first.moments.waiting([early ?? "", "another"])).toEqual(new Set([early]));
    expect(await first.moments.waiting([])).toEqual(new Set());
  });

  test("are each handled by one of two hubs that look at the same time", async () => {
    const keys = await set(200, clock.now());
    const taken = await Promise.all([takeAll(first), takeAll(second)]);
    expect(taken.flat().toSorted()).toEqual(keys.toSorted());
    expect(await first.moments.waiting(keys)).toEqual(new Set());
  });

  test("of a hub that was killed are taken over after the lease; should it live after all, it handles none of them", async () => {
    const keys = await set(3, clock.now());
    expect(keysOf(await first.moments.lease(10)).toSorted()).toEqual(keys.toSorted());
    clock.advance(momentLeaseMs - 1);
    expect(await second.moments.lease(10)).toEqual([]);
    clock.advance(1);
    expect(keysOf(await second.moments.lease(10)).toSorted()).toEqual(keys.toSorted());
    for (const key of keys) expect([await take(first, key), await take(second, key)]).toEqual([false, true]);
    expect(await second.moments.lease(10)).toEqual([]);
  });

  test("that are set anew or forgotten while they are leased are handled no more", async () => {
    const [again = "", gone = ""] = await set(2, clock.now());
    await first.moments.lease(10);
    const at = clock.now() + momentLeaseMs;
    await first.transaction(async () => {
      await first.moments.set({ key: again, kind: "request", at });
      await first.moments.clear(gone);
    });
    expect([await take(first, again), await take(first, gone)]).toEqual([false, false]);
    clock.advance(momentLeaseMs);
    expect(await second.moments.lease(10)).toEqual([{ key: again, kind: "request", at }]);
  });

  test("stay leased where the transaction that handles them fails, and come again", async () => {
    const [key = ""] = await set(1, clock.now());
    await first.moments.lease(10);
    const failing = first.transaction(async () => {
      await first.moments.take(key);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    clock.advance(momentLeaseMs);
    expect(keysOf(await first.moments.lease(10))).toEqual([key]);
  });
});

const pageMsMax = 1_000;
const digits = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS \`d\``).join(" UNION ALL ")})`;
const number = "a.`d` * 10000 + b.`d` * 1000 + c.`d` * 100 + d.`d` * 10 + e.`d`";
const fillText =
  "INSERT INTO `moments` (`key`, `kind`, `at`, `leasedUntil`) " +
  `SELECT CAST(${number} AS CHAR), 'request', ? + ${number}, ? + ${number} ` +
  `FROM ${digits} a, ${digits} b, ${digits} c, ${digits} d, ${digits} e`;

const turns = 3;

test.each([
  ["of which a few pages have come", turns * momentPageMax],
  ["that have all come", 100_000],
])("a page of moments takes less than a second among 100,000 %s", async (_what, due) => {
  const begin = clock.now() - due + 1;
  await withDatabase({ databaseUrl: opened.databaseUrl }, (database) =>
    database.transactions.run(() => database.write(fillText, [begin, begin])),
  );
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const beganMs = performance.now();
    const page = await first.moments.lease(momentPageMax);
    times.push(performance.now() - beganMs);
    const expected = Array.from({ length: momentPageMax }, (_, index) => begin + turn * momentPageMax + index);
    expect(page.map(({ at }) => at)).toEqual(expected);
  }
  console.log(`a page among 100,000 moments: ${Math.round(Math.min(...times))} ms`);
  expect(Math.min(...times)).toBeLessThan(pageMsMax);
});
