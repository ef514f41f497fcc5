import { expect, test } from "vitest";

import { afterPrefix, codePointOrder, indexOf, lengthOf, lower, substring, trim, upper } from "./code-points.ts";

test.each([
  ["ÄÖÜ ÉŁ", "äöü éł"],
  ["ΣΩ", "σω"],
  ["İ", "i"],
  ["ẞ", "ẞ"],
  ["O'BRIEN", "o'brien"],
])("%s in small letters is %s", (text, small) => {
  expect(lower(text)).toBe(small);
});

test.each([
  ["äöü éł", "ÄÖÜ ÉŁ"],
  ["straße", "STRAßE"],
  ["ᾳ", "ᾼ"],
  ["😀 ok", "😀 OK"],
])("%s in capital letters is %s", (text, capital) => {
  expect(upper(text)).toBe(capital);
});

test("lengths and positions count code points", () => {
  expect(lengthOf("😀 smile")).toBe(7);
  expect(indexOf("😀 smile", "smile")).toBe(2);
  expect(indexOf("abc", "x")).toBe(-1);
  expect(indexOf("abc", "")).toBe(0);
  expect(substring("😀 smile", 1, 2)).toBe(" s");
  expect(substring("abc", -5)).toBe("abc");
  expect(substring("abc", 1, -1)).toBe("");
});

test("trim takes blanks of every kind from both ends", () => {
  expect(trim("\t \u00a0a b\u3000\n")).toBe("a b");
  expect(trim(" \u2003")).toBe("");
});

test.each(["a", "abc", "a\u{10ffff}", "\ud7ff", "ä", "😀"])(
  "the text after everything that begins with %j",
  (prefix) => {
    const end = afterPrefix(prefix) ?? "";
    for (const text of [prefix, `${prefix}\u{10ffff}`, `${prefix}zzz`])
      expect(codePointOrder(text, end)).toBeLessThan(0);
    expect(end.startsWith(prefix)).toBe(false);
  },
);

test("nothing comes after everything that begins with the last character, or with nothing", () => {
  expect(afterPrefix("\u{10ffff}")).toBeNull();
  expect(afterPrefix("")).toBeNull();
});
