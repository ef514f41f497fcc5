import { expect, it } from "vitest";

import { lineDiff } from "./line-diff.ts";

const marks = { same: " ", added: "+", removed: "-" } as const;
const diff = (before: string, after: string) => lineDiff(before, after).map(({ kind, text }) => marks[kind] + text);

it.each([
  ["", "", [" "]],
  ["", "a", ["-", "+a"]],
  ["a\nb", "a\nb", [" a", " b"]],
  ["a\nb\nc", "a\nc", [" a", "-b", " c"]],
  ["a\nc", "a\nb\nc", [" a", "+b", " c"]],
  ["a\na", "a", [" a", "-a"]],
  ["a", "a\na", [" a", "+a"]],
  ["a\nb\nc\nd", "b\nx\nd", ["-a", " b", "-c", "+x", " d"]],
  ["one\ntwo", "three", ["-one", "-two", "+three"]],
])("of %j and %j tells each line once", (before, after, lines) => {
  expect(diff(before, after)).toEqual(lines);
});

it("gives both texts back, whatever they are", () => {
  const texts = [
    "",
    "\n",
    "a\n\nb",
    "b\na\nb\na",
    "x\ny\nz\n",
    "\n\n\n",
    `a\n${"b\n".repeat(1_500)}`,
    "b\n".repeat(1_400),
  ];
  for (const before of texts)
    for (const after of texts) {
      const lines = lineDiff(before, after);
      const without = (left: string) => lines.filter(({ kind }) => kind !== left).map(({ text }) => text);
      expect([without("added").join("\n"), without("removed").join("\n")]).toEqual([before, after]);
    }
});
