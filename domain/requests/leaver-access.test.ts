import { expect, test } from "vitest";

import { type LeaverAccess, leaverWay, type LeftAccess } from "./leaver-access.ts";

const left: LeftAccess = { nowMs: 10, latestMs: 20, decision: null, canDecide: true };
const wait = { do: "wait", untilMs: 20 };

const cases: readonly (readonly [LeaverAccess, Partial<LeftAccess>, object])[] = [
  ["keep", { nowMs: 20 }, { do: "keep" }],
  ["at-once", {}, { do: "end" }],
  ["after-days", {}, wait],
  ["after-days", { nowMs: 20 }, { do: "end" }],
  ["after-approval", {}, { do: "ask" }],
  ["after-approval", { nowMs: 20 }, { do: "ask" }],
  ["after-approval", { canDecide: false }, wait],
  ["after-approval", { canDecide: false, nowMs: 20 }, { do: "end" }],
  ["after-approval", { decision: "W", nowMs: 20 }, { do: "await" }],
  ["after-approval", { decision: "H" }, { do: "await" }],
  ["after-approval", { decision: "C" }, { do: "end" }],
  ["after-approval", { decision: "D", nowMs: 20 }, { do: "keep" }],
  ["after-approval", { decision: "K", nowMs: 20 }, { do: "keep" }],
  ["after-approval", { decision: "E" }, wait],
  ["after-approval", { decision: "E", nowMs: 20 }, { do: "end" }],
];

test.each(cases)("access of a leaver, %s, %j: %j", (setting, part, way) => {
  expect(leaverWay(setting, { ...left, ...part })).toEqual(way);
});
