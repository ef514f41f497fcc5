import { expect, test } from "vitest";

import { pluginDeliveryGiveUpHours } from "../plugin-limits.ts";
import { afterAttempt } from "./plugin-delivery.ts";

const tooOldMs = pluginDeliveryGiveUpHours * 3_600_000;

test.each([
  ["refused", { tries: 1, dueAt: 0 }, "refused", 1000, { state: "dead", endedAt: 1000 }],
  ["a first failure", { tries: 1, dueAt: 0 }, "later", 1000, { state: "waiting", nextTryAt: 6000 }],
  ["a second failure", { tries: 2, dueAt: 0 }, "later", 1000, { state: "waiting", nextTryAt: 31_000 }],
  ["a hundredth failure", { tries: 100, dueAt: 0 }, "later", 0, { state: "waiting", nextTryAt: 1_800_000 }],
  [
    "a failure just in time",
    { tries: 1, dueAt: 1 },
    "later",
    tooOldMs,
    { state: "waiting", nextTryAt: tooOldMs + 5000 },
  ],
  ["a failure too late", { tries: 1, dueAt: 0 }, "later", tooOldMs, { state: "dead", endedAt: tooOldMs }],
  ["a success, however late", { tries: 1, dueAt: 0 }, "delivered", tooOldMs, { state: "delivered", endedAt: tooOldMs }],
] as const)("%s", (_about, delivery, outcome, now, after) => {
  expect(afterAttempt(delivery, outcome, now)).toEqual(after);
});
