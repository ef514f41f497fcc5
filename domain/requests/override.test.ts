import { expect, it } from "vitest";

import { overriddenOutcome } from "./override.ts";

const said = (decision: "approve" | "deny", override = false) => ({ decision, override });

it("an override decides a phase, whatever others have said", () => {
  expect(overriddenOutcome([said("deny"), said("approve", true)])).toBe("approved");
  expect(overriddenOutcome([said("deny", true), said("approve")])).toBe("denied");
});

it("without an override nothing is said of the outcome", () => {
  expect(overriddenOutcome([said("approve"), said("deny")])).toBeUndefined();
  expect(overriddenOutcome([])).toBeUndefined();
});
