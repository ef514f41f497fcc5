import { expect, it } from "vitest";

import { readCsv } from "./csv.ts";

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
  ["a\r1\r", [["a"], ["1"]]],
  ["a\n1\r2\r\n3", [["a"], ["1"], ["2"], ["3"]]],
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
  const { records, broken } = readCsv(text);
  expect([records.map((record) => record.values), broken]).toEqual([values, undefined]);
});

it.each([";", "\t"] as const)("reads values between which %j stands", (separator) => {
  const { records } = readCsv(`a${separator}"b${separator}1"\r\n1,5${separator}2`, { separator });
  expect(records.map(({ values }) => values)).toEqual([
    ["a", `b${separator}1`],
    ["1,5", "2"],
  ]);
});

it.each([
  ["\n", 'a\n\n"1\n2"\n3'],
  ["\r", 'a\r\r"1\r2"\r3'],
  ["\r\n", 'a\r\n\r\n"1\r\n2"\r\n3'],
])("counts lines that end with %j, empty ones and those within quotes too", (end, text) => {
  const { records } = readCsv(text);
  expect(records).toEqual([
    { line: 1, values: ["a"] },
    { line: 3, values: [`1${end}2`] },
    { line: 5, values: ["3"] },
  ]);
});

it.each([
  ['a\n1"2\n3', 2, 0],
  ['a\n"1\n2', 2, 0],
  ['a\n"1" 2\n3', 2, 0],
  ['a,b\n1,"2\n3', 2, 1],
])("says from which value on %j cannot be read", (text, line, index) => {
  expect(readCsv(text).broken).toEqual({ line, index });
});

it.each([
  ["a,b\n1,2\n3,4", 4, 2],
  ["a\n\n\n\n\n1", 3, 1],
  ["a,a,a,a,a,a", 3, 0],
])("of %j no more than %d values are read", (text, valuesMax, records) => {
  expect(readCsv(text, { valuesMax })).toMatchObject({ cut: true, records: { length: records } });
  expect(readCsv(text)).not.toHaveProperty("cut");
});
