import { describe, expect, test } from "vitest";

import { isFalsy, selects } from "./selects.ts";

describe("a value", () => {
  test.each([undefined, null, "", false, 0, [], [""], [0, 1], [null], [[]]])("%o counts as none", (value) =>
    expect(isFalsy(value)).toBe(true),
  );

  test.each(["x", "0", "false", " ", true, 1, -1, {}, ["x", ""], [["x"]]])("%o counts as one", (value) =>
    expect(isFalsy(value)).toBe(false),
  );
});

// @specification 5.chain-truth
describe("a selector", () => {
  test.each([
    ["set", undefined, "10.0.0.1", true],
    ["set", undefined, "", false],
    ["notset", undefined, [], true],
    ["notset", undefined, ["x"], false],
    ["equal", "x", "x", true],
    ["equal", "x", ["x", "y"], true],
    ["equal", "x", "X", false],
    ["equal", "true", true, true],
    ["equal", "x", undefined, false],
    ["equal", "undefined", undefined, false],
    ["notequal", "x", undefined, true],
    ["notequal", "x", "x", false],
    ["notequal", "x", ["y", "x"], true],
  ] as const)("%s %o of %o is %o", (match, value, fact, matches) => {
    const selector = { expression: "fact", match, ...(value !== undefined && { value }) };
    expect(selects(selector, { fact })).toBe(matches);
  });

  test("sees nothing of what every object has", () => {
    expect(selects({ expression: "constructor", match: "set" }, {})).toBe(false);
    expect(selects({ expression: "__proto__", match: "set" }, {})).toBe(false);
  });
});
