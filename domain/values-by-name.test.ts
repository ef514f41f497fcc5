import { expect, it } from "vitest";

import { valuesByName } from "./values-by-name.ts";

const named = (...pairs: readonly (readonly [string, string])[]) => pairs.map(([name, value]) => ({ name, value }));

it("gathers the values of a name in their order", () => {
  expect(valuesByName(named(["mail", "a"], ["phone", "1"], ["mail", "b"]))).toEqual({ mail: ["a", "b"], phone: ["1"] });
});

it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("takes %s for a name like any other", (name) => {
  const values = valuesByName(named([name, "a"], [name, "b"]));
  expect(Object.entries(values)).toEqual([[name, ["a", "b"]]]);
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
});
