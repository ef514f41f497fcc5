import { describe, expect, it } from "vitest";

import { createRandom } from "../random.fixture.ts";
import { PatternError } from "./password-pattern-syntax.ts";
import { compilePattern } from "./password-pattern.ts";

describe("a pattern of a password policy", () => {
  it("is judged as JavaScript judges it", () => {
    const random = createRandom(11);
    const parts = [
      "a",
      "b",
      "[ab]",
      "[^a]",
      ".",
      "\\d",
      "\\w",
      "(a|b)",
      "(?:ab|c)",
      "a*",
      "b+?",
      "(ab){1,2}",
      "c?",
      "x{0}",
      "1{2,}",
    ];
    const ends = ["", "^", "$"];
    for (let round = 0; round < 5000; round++) {
      const middle = Array.from({ length: random.below(5) }, () => random.pick(parts)).join("");
      const pattern = `${random.pick(ends.slice(0, 2))}${middle}${random.pick([ends[0], ends[2]])}${random.pick(["", "", "|ba"])}`;
      const text = Array.from({ length: random.below(7) }, () => random.pick([..."abc1x"])).join("");
      expect(compilePattern(pattern)(text), `${pattern} on ${text}`).toBe(new RegExp(pattern, "u").test(text));
    }
  });

  it.each([
    ["^\\p{Lu}", "Äb", true],
    ["[\\p{L}\\]]$", "1]", true],
    ["\\u{1F600}", "x😀", true],
    ["^.$", "😀", true],
    ["\\.", "a", false],
    ["^$", "", true],
    ["[}{]", "{", true],
  ])("%s on %s is %s", (pattern, text, fits) => expect(compilePattern(pattern)(text)).toBe(fits));

  it.each([
    "(",
    ")",
    "a)",
    "[",
    "[z-a]",
    "*",
    "a**",
    "a{2,1}",
    "a{128}",
    "a{x",
    "(?=a)",
    "(?<n>a)",
    "(a)\\1",
    "\\k<n>",
    "\\b",
    "\\",
    "((((a{99}){99}){99}))",
    "(".repeat(30),
  ])("%s is refused", (pattern) => expect(() => compilePattern(pattern)).toThrow(PatternError));

  it("goes through no counts of nothing", () => {
    const pattern = `${"(".repeat(12)}${"){127}".repeat(12)}`;
    expect(compilePattern(`^${pattern}$`)("")).toBe(true);
    expect(compilePattern(`^${pattern}$`)("a")).toBe(false);
  });

  it("stays quick where others try for years", () => {
    const text = Array.from({ length: 200 }, () => "a").join("");
    for (const pattern of ["^(a+)+$", "^(a|a)*$", "^(a*)*b", "(a?){60}a{60}$"]) {
      expect(compilePattern(pattern)(`${text}!`), pattern).toBe(false);
    }
  });
});
