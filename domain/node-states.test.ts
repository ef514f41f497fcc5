import { expect, test } from "vitest";

import { nodeStates, stateAfter, takesPart } from "./node-states.ts";

test("a paused node resumes, and an expelled one never does", () => {
  expect(nodeStates.map((state) => stateAfter(state, "pause"))).toEqual(["paused", "paused", "paused", undefined]);
  expect(nodeStates.map((state) => stateAfter(state, "resume"))).toEqual(["active", undefined, "active", undefined]);
  expect(nodeStates.map((state) => stateAfter(state, "expel"))).toEqual(nodeStates.map(() => "expelled"));
});

test("only active and joining nodes give and get changes", () => {
  expect(nodeStates.filter(takesPart)).toEqual(["active", "joining"]);
});
