import { expect, test } from "vitest";

import { type HeldAnswer, templateHeld } from "./item-standing.ts";

test.each<[HeldAnswer[], HeldAnswer]>([
  [[], "no"],
  [["yes", "yes"], "yes"],
  [["yes", "indirectly"], "indirectly"],
  [["indirectly", "unknown"], "unknown"],
  [["yes", "unknown", "no"], "no"],
])("of a template with the parts %j a person has it: %s", (parts, held) => {
  expect(templateHeld(parts)).toBe(held);
});
