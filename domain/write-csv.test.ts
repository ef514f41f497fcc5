import { expect, it } from "vitest";

import { readCsv } from "./csv.ts";
import { csvLine, guarded } from "./write-csv.ts";

it.each([
  ["a,b", "a,b"],
  ["two\nlines", "two\nlines"],
  ["a; b", "a; b"],
  ["2030-01-31", "2030-01-31"],
  ["Müller-Lüdenscheidt", "Müller-Lüdenscheidt"],
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\n=1", "'\n'=1"],
  ["\r=1", "'\r'=1"],
  ["  =1", "'  =1"],
  ["\u00a0=1", "'\u00a0=1"],
  ["\u200b=1", "'\u200b=1"],
  ["\uFEFF=1", "'\uFEFF=1"],
  ["\u0000=1", "'\u0000=1"],
  ["＝1", "'＝1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
  ["x;=1+1", "x;'=1+1"],
  ['x;"=1+1"', `x;'"=1+1"`],
  ["x; ＝1", "x;' ＝1"],
  ["x|=1", "x|'=1"],
  ['=cmd|"/c calc"', `'=cmd|"/c calc"`],
  ['=HYPERLINK("http://e.example","x")', `'=HYPERLINK("http://e.example","x")`],
])("gives %j to spreadsheets as a text and as no formula", (value, cell) => {
  expect(guarded(value)).toBe(cell);
  expect(csvLine(["", value])).toBe(`"","${cell.replaceAll('"', '""')}"\r\n`);
});

it("writes a long value of line ends at once", () => {
  const text = "\n".repeat(200_000);
  expect(csvLine([text])).toBe(`"'${text}"\r\n`);
});

it("writes raw what is read again as it was, formulas too", () => {
  const values = ["", "=1", 'a "quoted" word', "comma, semicolon; line\nand\r\nline", " äß€😀 "];
  const text = csvLine(values, "raw") + csvLine(["next"], "raw");
  expect(readCsv(text).records.map((record) => record.values)).toEqual([values, ["next"]]);
});
