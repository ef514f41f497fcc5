import { expect, it } from "vitest";

import { Decision } from "./phase-rules/decision.ts";
import { needsReason, reasonsRequired } from "./reason-required.ts";

it.each([
  ["never", []],
  ["approval", ["approve"]],
  ["denial", ["deny"]],
  ["both", ["approve", "deny"]],
] as const)("a reason that is required at %s is asked for by %j", (required, expected) => {
  expect(Object.values(Decision).filter((decision) => needsReason(required, decision))).toEqual(expected);
  expect(reasonsRequired).toContain(required);
});
