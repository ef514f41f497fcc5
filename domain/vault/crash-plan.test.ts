import { expect, test } from "vitest";

import { type CrashWish, planCrashes, planDisturbances } from "./crash-plan.ts";

const wish: CrashWish = {
  seed: 7,
  kills: 20,
  victims: ["api", "hub", "proxy", "temporal", "database"],
  points: ["a", "b", "c", "b"],
  pauseMsMax: 500,
  starting: ["api", "hub", "proxy"],
  againMsMax: 300,
};

test("a plan follows from its seed alone", () => {
  expect(planCrashes(wish)).toEqual(planCrashes(wish));
  expect(planCrashes({ ...wish, seed: 8 })).not.toEqual(planCrashes(wish));
});

test("each victim is killed as often as every other one, give or take one, in an order that is no round", () => {
  for (let seed = 0; seed < 200; seed++) {
    const kills = 1 + (seed % 40);
    const planned = planCrashes({ ...wish, seed, kills }).kills;
    expect(planned).toHaveLength(kills);
    const counts = wish.victims.map((name) => planned.filter(({ victims: [first] }) => first === name).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  }
  const orders = Array.from({ length: 50 }, (_, seed) =>
    planCrashes({ ...wish, seed, kills: 5 })
      .kills.map(({ victims: [first] }) => first)
      .join(" "),
  );
  expect(new Set(orders).size).toBeGreaterThan(20);
});

test("the moments lie anywhere up to the longest pause, and each failpoint has one crash", () => {
  const pauses = planCrashes({ ...wish, kills: 2_000 }).kills.map(({ pauseMs }) => pauseMs);
  expect([Math.min(...pauses), Math.max(...pauses)]).toEqual([expect.closeTo(0, -1), expect.closeTo(500, -1)]);
  expect(new Set(pauses).size).toBeGreaterThan(400);
  expect(planCrashes(wish).points.toSorted()).toEqual(["a", "b", "c"]);
  const orders = Array.from({ length: 20 }, (_, seed) => planCrashes({ ...wish, seed }).points.join(""));
  expect(new Set(orders).size).toBeGreaterThan(2);
});

test("without victims nothing is killed, and without kills nobody", () => {
  expect(planCrashes({ ...wish, victims: [] }).kills).toEqual([]);
  expect(planCrashes({ ...wish, kills: 0 }).kills).toEqual([]);
});

test("kills of one, of several together, and of one that starts again take turns, the last only where it can be killed then", () => {
  const planned = planCrashes({ ...wish, kills: 600 }).kills;
  const together = planned.filter(({ way }) => way === "together");
  expect(together).toHaveLength(200);
  for (const { victims } of together) expect(new Set(victims).size).toBe(victims.length);
  expect(new Set(together.map(({ victims }) => victims.length))).toEqual(new Set([2, 3, 4, 5]));
  const again = planned.filter(({ way }) => way === "starting");
  expect(again.length).toBeGreaterThan(80);
  expect(again.every(({ victims: [name = ""] }) => wish.starting.includes(name))).toBe(true);
  expect(Math.max(...again.map(({ againMs }) => againMs))).toBeGreaterThan(250);
  expect(planCrashes({ ...wish, kills: 600, starting: [] }).kills.some(({ way }) => way === "starting")).toBe(false);
});

test("each line is disturbed as often as every other one, in each way, and by the seed alone", () => {
  const lines = ["n1", "n2", "n3"];
  const states = ["cut", "late"] as const;
  const disturbances = { seed: 3, disturbances: 300, lines, states, pauseMsMax: 100 };
  const planned = planDisturbances(disturbances);
  expect(planned).toEqual(planDisturbances(disturbances));
  expect(planned).not.toEqual(planDisturbances({ ...disturbances, seed: 4 }));
  for (const line of lines) {
    const own = planned.filter((one) => one.line === line);
    expect(own).toHaveLength(100);
    expect(new Set(own.map(({ state }) => state))).toEqual(new Set(states));
  }
  expect(Math.max(...planned.map(({ pauseMs }) => pauseMs))).toBeLessThanOrEqual(100);
  expect(planDisturbances({ ...disturbances, lines: [] })).toEqual([]);
});
