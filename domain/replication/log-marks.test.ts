import { expect, it } from "vitest";

import { type LogMark, purgeMark, rowsKeptFor } from "./log-marks.ts";

const mark = (at: number, own: number, told: Readonly<Record<string, number>>, epoch = 0): LogMark => ({
  at,
  position: own * 10,
  epoch,
  vector: { "a:0": own },
  acknowledged: Object.fromEntries(Object.entries(told).map(([name, seq]) => [name, { "a:0": seq }])),
});
const marks = [mark(10, 1, { b: 0 }), mark(20, 2, { b: 1 }), mark(30, 3, { b: 2 })];
const facts = { now: 40, keptMs: 10, epoch: 0, own: { "a:0": 3 }, acknowledged: { b: { "a:0": 2 } } };
const purged = (given: Partial<typeof facts>, all = marks) => purgeMark(all, { ...facts, ...given })?.at;

it.each([
  ["is the newest that all have acknowledged", {}, 20],
  ["is old enough", { now: 29 }, 10],
  ["is none where nothing is old enough", { now: 19 }, undefined],
  ["waits for a node that has acknowledged nothing", { acknowledged: { b: { "a:0": 2 }, c: {} } }, undefined],
  ["goes by age where there is no other node", { acknowledged: {} }, 30],
  ["does not believe what was told before a restore", { epoch: 1 }, undefined],
  ["does not believe what a node told before it was restored itself", { acknowledged: { b: { "a:0": 1 } } }, 10],
] as const)("the mark of a purge %s", (_rule, given, at) => {
  expect(purged(given as Partial<typeof facts>)).toBe(at);
});

it("counts no acknowledgement of a node that has told of what has not arrived here", () => {
  const ahead = { ...mark(30, 3, {}), acknowledged: { b: { "a:0": 3, "b:0": 5 } } };
  const all = [...marks.slice(0, 2), ahead];
  expect(purged({ acknowledged: { b: { "a:0": 3 } } }, all)).toBe(10);
  expect(purged({ own: { "a:0": 3, "b:0": 5 } as never, acknowledged: { b: { "a:0": 3 } } }, all)).toBe(30);
});

it("counts the rows that are kept for one node alone, without the gap behind a restore", () => {
  expect(rowsKeptFor(marks, { ...facts, now: 100 }, "b")).toBe(10);
  expect(rowsKeptFor(marks, { ...facts, now: 39 }, "b")).toBe(0);
  expect(rowsKeptFor(marks, { ...facts, now: 100, acknowledged: { b: {} } }, "b")).toBe(20);
  const restored = [...marks, { ...mark(35, 4, {}, 1), position: 9_000 }, { ...mark(36, 5, {}, 1), position: 9_005 }];
  expect(rowsKeptFor(restored, { ...facts, now: 100 }, "b")).toBe(15);
});
