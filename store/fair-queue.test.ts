import { setImmediate as immediate } from "node:timers/promises";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createFairQueue } from "./fair-queue.ts";

const options = { places: 2, placesEach: 1, waitingEach: 3, waitMsMax: 1000 };
let begun: string[];

beforeEach(() => {
  begun = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => vi.useRealTimers());

/** A work that goes on until it is ended. */
function work(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    run: () => {
      begun.push(name);
      return promise;
    },
    end: () => resolve(name),
    fail: () => reject(new Error(name)),
  };
}

test("one owner has one place, and the next owner does not wait for it", async () => {
  const turns = createFairQueue(options);
  const works = ["a1", "a2", "b1"].map(work);
  const [a1, a2, b1] = works.map(({ run }, index) => turns.take(index === 2 ? "b" : "a", run));
  expect(begun).toEqual(["a1", "b1"]);
  works[0]?.end();
  expect(await a1).toBe("a1");
  await immediate();
  expect(begun).toEqual(["a1", "b1", "a2"]);
  works[1]?.end();
  works[2]?.end();
  expect([await a2, await b1]).toEqual(["a2", "b1"]);
});

test("owners are served in turn, whoever has asked for more", async () => {
  const turns = createFairQueue({ ...options, places: 1 });
  const works = ["a1", "a2", "a3", "b1", "c1"].map(work);
  const taken = works.map(({ run }, index) => turns.take(["a", "a", "a", "b", "c"][index] ?? "", run));
  for (const next of ["a1", "a2", "b1", "c1", "a3"]) {
    expect(begun.at(-1)).toBe(next);
    works.find((_, index) => ["a1", "a2", "a3", "b1", "c1"][index] === next)?.end();
    await immediate();
  }
  await Promise.all(taken);
});

test("a work that fails leaves its place", async () => {
  const turns = createFairQueue({ ...options, places: 1 });
  const [failing, next] = [work("failing"), work("next")];
  const failed = turns.take("a", failing.run);
  const done = turns.take("a", next.run);
  failing.fail();
  await expect(failed).rejects.toThrow("failing");
  next.end();
  expect(await done).toBe("next");
});

test("more than may wait are refused, and who waits too long gives up, without losing anybody's turn", async () => {
  const turns = createFairQueue({ ...options, places: 1 });
  const first = work("first");
  const running = turns.take("a", first.run);
  const waiting = ["1", "2", "3"].map((name) => turns.take("a", work(name).run));
  await expect(turns.take("a", work("4").run)).rejects.toMatchObject({ code: "READS_TOO_MANY" });
  const late = Promise.allSettled(waiting);
  vi.advanceTimersByTime(1000);
  expect((await late).map((one) => (one as { reason: { code: string } }).reason.code)).toEqual(
    Array.from({ length: 3 }, () => "READS_BUSY"),
  );
  const other = work("other");
  const others = turns.take("b", other.run);
  first.end();
  await running;
  await immediate();
  other.end();
  expect(await others).toBe("other");
  expect(begun).toEqual(["first", "other"]);
});
