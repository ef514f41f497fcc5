import { expect, it } from "vitest";

import type { EnforcementRun } from "../../api/model.ts";
import { isOpenTo, runActions } from "./open-actions.ts";

const namespace = "Gatehouse.REST.Models.v2";
const offered = { [`#${namespace}.pause`]: {}, [`#${namespace}.resume`]: {}, [`#${namespace}.stop`]: {} };
const openTo = (run: Partial<EnforcementRun>) =>
  runActions.filter((action) => isOpenTo({ endedAt: null, ...offered, ...run } as EnforcementRun, action));

it("offers what changes the state of a run", () => {
  expect(openTo({ state: "queued" })).toEqual(["pause", "stop"]);
  expect(openTo({ state: "running" })).toEqual(["pause", "stop"]);
  expect(openTo({ state: "paused" })).toEqual(["resume", "stop"]);
  // A pause of it would be lost: the service leaves it waiting.
  expect(openTo({ state: "confirming" })).toEqual(["stop"]);
  expect(openTo({ state: "stopped" })).toEqual([]);
  expect(openTo({ state: "ended", endedAt: "2031-07-30T00:00:00Z" })).toEqual([]);
});

it("offers nothing that policies do not allow", () => {
  const run = { state: "running", endedAt: null } as EnforcementRun;
  expect(runActions.filter((action) => isOpenTo(run, action))).toEqual([]);
});
