import { expect, test } from "vitest";

import { codes } from "#connectors/contract/index.ts";

import { mayHaveRun } from "./command-run.ts";

test("a command that no proxy has got was not run", () => {
  expect(mayHaveRun({ sends: 0, errorCode: null })).toBe(false);
  expect(mayHaveRun({ sends: 0, errorCode: "timeout" })).toBe(false);
});

test("of one that a proxy has got it is said that it may have run unless the proxy knows better", () => {
  expect(mayHaveRun({ sends: 1, errorCode: null })).toBe(true);
  const told = Object.keys(codes).filter((errorCode) => mayHaveRun({ sends: 1, errorCode }));
  expect(told.toSorted()).toEqual(["broken", "internal", "timeout"]);
});
