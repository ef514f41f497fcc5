import { expect, test } from "vitest";

import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";

import { type ApplyWays, applyInPortions, portionsOf } from "./portions.ts";

const changes = Array.from({ length: 8 }, (_, index) => ({ key: `c${index}` }) as ReplicatedChange);
const killed = Object.assign(new Error("Query execution was interrupted"), {
  code: "ER_QUERY_INTERRUPTED",
  errno: 1317,
});
const refused = Object.assign(new Error("a planted failure"), { code: "SQLITE_CONSTRAINT_TRIGGER" });
const away = Object.assign(new Error("gone"), { code: "PROTOCOL_CONNECTION_LOST" });

/** Applies eight changes on a database that fails at one of them, for so many times. */
async function applied(fault: Error, { at = "c5", times = Infinity, endsKilled = true } = {}) {
  let left = times;
  let tries = 0;
  let isAtEnd = false;
  const done: string[] = [];
  const held: string[] = [];
  const rests: number[] = [];
  const ways: ApplyWays = {
    async apply({ changes: some, isLast }) {
      tries += 1;
      if (some.some(({ key }) => key === at) && left-- > 0) throw fault;
      done.push(...some.map(({ key }) => key));
      isAtEnd ||= isLast;
    },
    async hold({ key }, reason) {
      held.push(`${key} ${reason}`);
    },
    async rest(ms) {
      rests.push(ms);
    },
    endsKilled,
  };
  let thrown: unknown;
  try {
    await applyInPortions({ changes, isLast: true }, ways);
  } catch (error) {
    thrown = error;
  }
  return { done, held, rests, tries, thrown, isAtEnd };
}

// @specification 8.no-kill-retry
test("a change that the database kills time and again is found in halves, tried five times, and held", async () => {
  const { done, held, rests, thrown, isAtEnd } = await applied(killed);
  expect([held, thrown, isAtEnd]).toEqual([["c5 killed"], undefined, true]);
  expect(done).toEqual(["c0", "c1", "c2", "c3", "c4", "c6", "c7"]);
  // Five tries of all of them, one of each half, and five of the change alone.
  expect(rests).toEqual([100, 200, 400, 800, 100, 200, 400, 800]);
});

test("one that is killed a few times alone is applied with the others", async () => {
  expect(await applied(killed, { times: 4 })).toMatchObject({ held: [], tries: 5, thrown: undefined, isAtEnd: true });
});

test("without NoKillRetry the error is thrown, so that it is tried for ever", async () => {
  expect(await applied(killed, { endsKilled: false })).toMatchObject({ held: [], done: [], rests: [], thrown: killed });
});

test("one that the database refuses is held without another try, and with NoKillRetry or not", async () => {
  for (const endsKilled of [true, false])
    expect(await applied(refused, { endsKilled })).toMatchObject({
      held: ["c5 refused"],
      rests: [],
      thrown: undefined,
    });
});

test("a database that is away holds nothing", async () => {
  expect(await applied(away)).toMatchObject({ held: [], done: [], tries: 1, thrown: away });
});

test("an answer is divided into parts with few changes and few values, all of them in their order, and the last moves the cursor", () => {
  const of = (count: number, columns: number) =>
    Array.from({ length: count }, (_, seq) => {
      const values = Object.fromEntries(Array.from({ length: columns }, (__, column) => [`c${column}`, 1]));
      return { seq, values } as object as ReplicatedChange;
    });
  const sizes = (all: readonly ReplicatedChange[]) => portionsOf(all).map((part) => part.changes.length);
  expect([sizes([]), sizes(of(400, 1)), sizes(of(801, 1)), sizes(of(120, 100))]).toEqual([
    [0],
    [400],
    [400, 400, 1],
    [50, 50, 20],
  ]);
  const all = of(801, 1);
  const parts = portionsOf(all);
  expect(parts.flatMap(({ changes: some }) => some)).toEqual(all);
  expect(parts.map(({ isLast }) => isLast)).toEqual([false, false, true]);
});
