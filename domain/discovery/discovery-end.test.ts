import { expect, test } from "vitest";

import { noLife } from "../proxies/proxy-life.ts";
import { outcomeOf, type RecordedDiscovery } from "./discovery-end.ts";
import type { DiscoveryState } from "./discovery.ts";

const now = 10_000_000;
const alive = { takesOrders: true, hasWorkedSince: () => true };
const outcome = (state: Partial<DiscoveryState>, part: Partial<RecordedDiscovery> = {}) =>
  outcomeOf({
    state: {
      phase: "listing",
      strict: true,
      decision: null,
      ...state,
    } as DiscoveryState,
    errorCode: null,
    handedOutAt: now,
    sentAt: now,
    proxy: alive,
    now,
    ...part,
  });

test("a discovery goes on until its rows say that it is over", () => {
  for (const phase of ["queued", "listing", "confirming", "loading", "associating"] as const)
    expect(outcome({ phase })).toBeUndefined();
  expect(outcome({ phase: "associating", associationEnded: true })).toEqual({ failure: null, warnings: [] });
  expect(outcome({ phase: "confirming", decision: "abort" })).toEqual({ failure: "aborted", warnings: [] });
});

test("a listing that an operator has ended has not failed, whatever its proxy says afterwards", () => {
  const ended = { failure: "aborted", warnings: [] };
  expect(outcome({ phase: "queued", decision: "abort" })).toEqual(ended);
  expect(outcome({ decision: "abort" }, { errorCode: "permission" })).toEqual(ended);
  expect(outcome({ decision: "abort", lostProcesses: 101 })).toEqual(ended);
});

test("a listing fails by what its proxy has signed: at once where nothing will help, else at the third time", () => {
  expect(outcome({}, { errorCode: "permission" })).toMatchObject({ failure: "permission" });
  expect(outcome({ listingFailures: 2 }, { errorCode: "unreachable" })).toBeUndefined();
  expect(outcome({ listingFailures: 3 }, { errorCode: "unreachable" })).toMatchObject({ failure: "unreachable" });
  expect(outcome({ lostProcesses: 101 })).toMatchObject({ failure: "timeout" });
});

test("a listing waits for a proxy that works, however long, and some minutes for one that does not", () => {
  expect(outcome({}, { handedOutAt: 0, sentAt: null })).toBeUndefined();
  expect(outcome({}, { handedOutAt: now - 299_000, sentAt: null, proxy: noLife })).toBeUndefined();
  expect(outcome({}, { handedOutAt: now - 300_000, sentAt: null, proxy: noLife })).toMatchObject({
    failure: "unreachable",
  });
});

test("a step of the context that has failed fails it, or is a warning where it is not strict", () => {
  expect(outcome({ failed: { commit: "CONFLICT" } })).toEqual({ failure: "CONFLICT", warnings: [] });
  expect(outcome({ failed: { commit: "CONFLICT" }, strict: false })).toEqual({ failure: null, warnings: ["commit"] });
  expect(outcome({ failed: { abort: "CONFLICT" }, decision: "abort", strict: false })).toEqual({
    failure: "aborted",
    warnings: ["abort"],
  });
  expect(outcome({ failed: { associate: "internal" }, strict: false })).toMatchObject({ failure: "internal" });
});
