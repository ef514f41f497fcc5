import { expect, it } from "vitest";

import { itemsChangedMax } from "../catalogue-limits.ts";
import { allAtOnce } from "../steps.ts";
import { readDetails } from "./details-file.ts";

const read = (text: string) => allAtOnce(readDetails(text));

it("reads a row a line: a column that is not there is left alone, and an empty value is none", () => {
  expect(read("key,owner,risk,tags,longestHours\nT1, ada ,5,hr  it,24\nT2,,,,")).toEqual({
    rows: [
      { line: 2, key: "T1", owner: "ada", risk: 5, tags: ["hr", "it"], longestHours: 24 },
      { line: 3, key: "T2", owner: null, risk: null, tags: [], longestHours: null },
    ],
    faults: [],
    cut: false,
  });
  expect(read("Key;Risk\nT1;5").rows).toEqual([{ line: 2, key: "T1", risk: 5 }]);
});

it("leaves what is no whole number as it is, for the rule of its field", () => {
  expect(read("key,risk,longestHours\nT1,high,1.5").rows).toMatchObject([{ risk: "high", longestHours: "1.5" }]);
});

it("tells an item that is named twice or not at all by its line", () => {
  const { rows, faults } = read("key,risk\nT1,1\n,2\nT1,3");
  expect(rows.map(({ line }) => line)).toEqual([2]);
  expect(faults).toEqual([
    { line: 3, column: "key", message: expect.stringContaining("empty") },
    { line: 4, column: "key", message: expect.stringContaining("line 2 too") },
  ]);
});

it("reads no file without keys, with other columns, or with too many rows", () => {
  expect(read("risk\n1").faults).toMatchObject([{ line: 1, column: "key" }]);
  expect(read("key,color\nT1,red").faults).toMatchObject([{ line: 1, column: "color" }]);
  expect(read(`key${"\nT1".repeat(itemsChangedMax + 1)}`).cut).toBe(true);
});
