import { describe, expect, it } from "vitest";

import { normaliseAnswer } from "./question-answer.ts";

describe("an answer", () => {
  it.each([
    ["  Rex  ", "rex"],
    ["REX", "rex"],
    ["St.\t  Mary \n Street", "st. mary street"],
    ["Ｒｅｘ", "rex"],
    ["ﬁsh", "fish"],
    ["straße", "STRASSE"],
    ["ΟΔΟΣ", "οδος"],
    ["Cafe\u0301", "café"],
    ["a\u00a0b", "a b"],
  ])("%j is the same as %j", (one, other) => {
    expect(normaliseAnswer(one)).toBe(normaliseAnswer(other));
  });

  it.each([
    ["rex", "rax"],
    ["a b", "ab"],
    ["cafe", "café"],
  ])("%j is not the same as %j", (one, other) => {
    expect(normaliseAnswer(one)).not.toBe(normaliseAnswer(other));
  });

  it("of blanks alone is empty", () => expect(normaliseAnswer(" \t\u3000 ")).toBe(""));

  it("is not changed by a second pass", () => {
    for (const text of ["ﬁ İstanbul", "ẞ ſ", "½ Ω"]) {
      expect(normaliseAnswer(normaliseAnswer(text))).toBe(normaliseAnswer(text));
    }
  });
});
