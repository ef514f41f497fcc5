import { expect, it } from "vitest";

import { csvLine, readCsv } from "./csv.ts";

it.each([
  ["", []],
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ["\uFEFFa\r\n1\r\n", [["a"], ["1"]]],
  ['a\n"1, ""one"""\n', [["a"], ['1, "one"']]],
  [
    "a,b\n,\n",
    [
      ["a", "b"],
      ["", ""],
    ],
  ],
  ['""\n', [[""]]],
])("reads %j", (text, values) => {
  const { records, brokenAt } = readCsv(text);
  expect([records.map((record) => record.values), brokenAt]).toEqual([values, undefined]);
});

it("counts lines, empty ones and those within quotes too", () => {
  const { records } = readCsv('a\n\n"1\n2"\n3');
  expect(records).toEqual([
    { line: 1, values: ["a"] },
    { line: 3, values: ["1\n2"] },
    { line: 5, values: ["3"] },
  ]);
});

it.each([
  ['a\n1"2\n3', 2],
  ['a\n"1\n2', 2],
  ['a\n"1" 2\n3', 2],
  ["a\n1\n2\r3", 3],
])("says from which line on %j cannot be read", (text, line) => {
  expect(readCsv(text).brokenAt).toBe(line);
});

it("a written record is read again as it was", () => {
  const values = ["", "plain", 'a "quoted" word', "comma, semicolon; line\nand\r\nline", " äß€😀 "];
  expect(readCsv(csvLine(values) + csvLine(["next"])).records.map((record) => record.values)).toEqual([
    values,
    ["next"],
  ]);
});

it.each([
  ["a,b\n1,2\n3,4", 4, 2],
  ["a\n\n\n\n\n1", 3, 1],
  ["a,a,a,a,a,a", 3, 0],
])("of %j no more than %d values are read", (text, valuesMax, records) => {
  expect(readCsv(text, valuesMax)).toMatchObject({ cut: true, records: { length: records } });
  expect(readCsv(text)).not.toHaveProperty("cut");
});
