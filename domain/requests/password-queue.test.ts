import { expect, test } from "vitest";

import { codes, type ConnectorCode } from "#connectors/contract/error.ts";

import { queuePauseMsFirst, queuePauseMsMax } from "../password-queue-limits.ts";
import { isTemporaryFailure, nextQueuedTry } from "./password-queue.ts";

test("only what a target did not answer, or put off, is a temporary failure", () => {
  const temporary = (Object.keys(codes) as ConnectorCode[]).filter((errorCode) =>
    isTemporaryFailure({ result: "N", errorCode }),
  );
  expect(temporary).toEqual(["unreachable", "timeout", "broken", "busy", "conflict", "partial"]);
  expect(isTemporaryFailure({ result: "F", errorCode: "unreachable" })).toBe(false);
  expect(isTemporaryFailure({ result: "N", errorCode: null })).toBe(false);
  expect(isTemporaryFailure({ result: "N", errorCode: "PASSWORD_STRENGTH" })).toBe(false);
});

test("pauses grow up to the longest, and an operator decides where nothing is tried by itself", () => {
  const pauses = Array.from({ length: 9 }, (_, tries) => (nextQueuedTry("automatic", tries, 1_000) ?? 0) - 1_000);
  expect(pauses[0]).toBe(queuePauseMsFirst);
  for (const [index, pause] of pauses.slice(1).entries())
    expect(pause).toBe(Math.min(queuePauseMsMax, (pauses[index] ?? 0) * 2));
  expect(pauses.at(-1)).toBe(queuePauseMsMax);
  expect([nextQueuedTry("manual", 0, 1), nextQueuedTry("none", 3, 1)]).toEqual([null, null]);
});
