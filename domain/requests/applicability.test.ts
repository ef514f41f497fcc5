import { expect, test } from "vitest";

import { afterUnknownAnswer, applicabilityStep, attemptOf } from "./applicability.ts";

const fresh = { sends: 0, retries: 0, askedAttempt: null, applicability: null } as const;

test.each([
  ["nobody to ask", fresh, false, "send"],
  ["never asked", fresh, true, "ask"],
  ["asked", { ...fresh, askedAttempt: 0, applicability: "asked" }, true, "wait"],
  ["asked, and the plug-in was taken away", { ...fresh, askedAttempt: 0, applicability: "asked" }, false, "send"],
  ["a yes", { ...fresh, askedAttempt: 0, applicability: "applicable" }, true, "send"],
  ["a no", { ...fresh, askedAttempt: 0, applicability: "notApplicable" }, true, "end"],
  ["a no, and the plug-in was taken away", { ...fresh, askedAttempt: 0, applicability: "notApplicable" }, false, "end"],
  ["no answer", { ...fresh, askedAttempt: 0, applicability: "unknown" }, true, "retry"],
  ["a yes for the send before", { sends: 1, retries: 0, askedAttempt: 0, applicability: "applicable" }, true, "ask"],
  ["a yes for the try before", { sends: 0, retries: 1, askedAttempt: 0, applicability: "applicable" }, true, "ask"],
] as const)("%s", (_about, operation, isPluginNamed, step) => {
  expect(applicabilityStep(operation, isPluginNamed)).toBe(step);
});

test("an unknown answer never ends as no longer applicable, and each further question is about an attempt of its own", () => {
  const rules = { intervalsSeconds: [300, 600], now: 1000 };
  expect(afterUnknownAnswer({ sends: 0, retries: 0 }, rules)).toEqual({ result: "P", nextTryAt: 301_000, retries: 1 });
  expect(afterUnknownAnswer({ sends: 0, retries: 2 }, rules)).toEqual({ result: "F" });
  expect(afterUnknownAnswer({ sends: 1, retries: 2 }, rules)).toEqual({ result: "N" });
  expect(attemptOf({ sends: 0, retries: 1 })).not.toBe(attemptOf({ sends: 0, retries: 0 }));
});
