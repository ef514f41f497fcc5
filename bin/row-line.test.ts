import { expect, test } from "vitest";

import { readSourceFiles } from "#test/support/source-files.ts";

import { rowLine } from "./row-line.ts";

test.each([
  [["S1", "a name\nS2  forged", 3], "S1  a name S2  forged  3"],
  [["S1", "a\r\nb", "c\td"], "S1  a b  c d"],
  [["S1", "a\u2028b\u2029c\u0085d\ve\ff"], "S1  a b c d e f"],
  [["on      ", "S1", ""], "on        S1"],
])("a row of %j stays on one line", (cells, line) => {
  expect(rowLine(cells)).toBe(line);
});

test("every list of a command prints its rows so", () => {
  const joining = /\.join\("  "\)/;
  const printing = readSourceFiles().filter(({ path }) => /^bin\/.*(?<!\.test)\.ts$/.test(path));
  expect(printing.filter(({ text }) => text.includes("rowLine(")).length).toBeGreaterThan(20);
  expect(printing.filter(({ text }) => joining.test(text)).map(({ path }) => path)).toEqual(["bin/row-line.ts"]);
});
