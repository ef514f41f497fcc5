import { describe, expect, test } from "vitest";

import type { Row } from "#store/tables.ts";

import { afterTry, type TryEnd } from "./after-try.ts";

const circumstances = { now: 100_000, intervalsSeconds: [10, 20] };
const pending = { sends: 1, sentAt: 90_000, retries: 0, errorCode: null, outcomeSignature: null, nextTryAt: null };
const judge = (part: Partial<Row<"requestOperations">>, end: TryEnd) =>
  afterTry({ ...pending, ...part } as Row<"requestOperations">, end, circumstances);

describe("a try that is over", () => {
  test.each<[string, Partial<Row<"requestOperations">>, TryEnd, object | undefined]>([
    [
      "answered with a code that may pass waits",
      { errorCode: "busy", outcomeSignature: "s" },
      { failure: null },
      { result: "P", nextTryAt: 110_000, retries: 1 },
    ],
    [
      "answered so after the last interval is unknown",
      { errorCode: "busy", outcomeSignature: "s", retries: 2 },
      { failure: null },
      { result: "N", finishedAt: 100_000 },
    ],
    [
      "of a connection test is over, whatever may pass",
      { code: "TCON", errorCode: "busy", outcomeSignature: "s" },
      { failure: null },
      { result: "F", finishedAt: 100_000 },
    ],
    [
      "of a connection test that no proxy took is over",
      { code: "TCON", sends: 0 },
      { failure: "unreachable" },
      { result: "F", errorCode: "unreachable", finishedAt: 100_000 },
    ],
    [
      "sent and lost with its worker waits",
      {},
      { failure: "timeout" },
      { result: "P", nextTryAt: 110_000, errorCode: "timeout" },
    ],
    ["sent and ended without an answer waits", {}, { failure: null }, { result: "P", errorCode: "timeout" }],
    [
      "sent and broken off for a reason that nobody has signed waits",
      {},
      { failure: "internal" },
      { result: "P", errorCode: "timeout" },
    ],
    [
      "never sent and refused by who knows whom waits",
      { sends: 0, sentAt: null },
      { failure: "FORBIDDEN" },
      { result: "P", errorCode: "unreachable" },
    ],
    [
      "never sent and taken by nobody waits",
      { sends: 0, sentAt: null },
      { failure: "unreachable" },
      { result: "P", errorCode: "unreachable" },
    ],
    ["never sent and lost begins anew", { sends: 0, sentAt: null }, "lost", { result: null, proxyServer: null }],
    ["sent and lost waits for its answer", {}, "lost", undefined],
    [
      "sent and lost is unknown when the grace period is over",
      { sentAt: 70_000 },
      "lost",
      { result: "N", finishedAt: 100_000 },
    ],
  ])("%s", (_what, part, end, expected) => {
    const changes = judge(part, end);
    if (expected === undefined) expect(changes).toBeUndefined();
    else expect(changes).toMatchObject(expected);
  });
});
