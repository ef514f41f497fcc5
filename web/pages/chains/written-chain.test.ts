import { expect, it } from "vitest";

import { isDrawable } from "./written-chain.ts";

it.each([
  ["{}", false],
  ['{"first": "a", "steps": null}', false],
  ['{"first": "a", "steps": {"a": 1}}', false],
  ['{"first": "a", "steps": {"a": {"component": "x", "outcomes": {"passed": {}}}}}', false],
  ['{"first": "a", "steps": {"a": {"component": "x", "outcomes": {"passed": "ALLOW"}}}}', true],
  ['{"first": "a", "steps": {"a": {"component": "x"}}}', true],
])("%s can be drawn: %s", (text, can) => {
  expect(isDrawable(JSON.parse(text) as object)).toBe(can);
});
