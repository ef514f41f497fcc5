import { beforeEach, expect, test } from "vitest";

import { createStatementTimes } from "./statement-times.ts";

let nowMs: number;
beforeEach(() => {
  nowMs = 0;
});

const times = () => createStatementTimes({ quickMsMax: 15, now: () => nowMs });
const taking = (ms: number) => () => {
  nowMs += ms;
};

test("a statement is quick by its last run, and slow by three in a row, for a minute", () => {
  const { measured, isQuick, isSlow } = times();
  expect([isQuick("a"), isSlow("a")]).toEqual([false, false]);
  measured("a", taking(15));
  expect([isQuick("a"), isSlow("a")]).toEqual([true, false]);
  for (const slow of [false, false, true, true]) {
    measured("a", taking(16));
    expect([isQuick("a"), isSlow("a")]).toEqual([false, slow]);
  }
  measured("b", taking(1));
  measured("b", taking(16));
  measured("b", taking(1));
  measured("b", taking(16));
  expect([isQuick("b"), isSlow("b")]).toEqual([false, false]);
  nowMs += 60_000;
  expect([isQuick("a"), isSlow("a")]).toEqual([false, false]);
});

test("a statement that took far too long is slow by one run", () => {
  const { measured, isSlow } = times();
  measured("a", taking(30));
  expect(isSlow("a")).toBe(false);
  measured("a", taking(31));
  expect(isSlow("a")).toBe(true);
  measured("a", taking(1));
  expect(isSlow("a")).toBe(false);
});

test("what fails and what is waited for counts with its whole time", async () => {
  const { measured, isQuick } = times();
  expect(() =>
    measured("failing", () => {
      nowMs += 100;
      throw new Error("failed");
    }),
  ).toThrow("failed");
  await measured("waited for", async () => {
    await Promise.resolve();
    nowMs += 100;
  });
  await measured("short", async () => undefined);
  expect([isQuick("failing"), isQuick("waited for"), isQuick("short")]).toEqual([false, false, true]);
});
