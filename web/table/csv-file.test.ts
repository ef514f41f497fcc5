import { expect, it } from "vitest";

import type { Say } from "../messages/text.ts";
import { csvFile } from "./csv-file.ts";
import type { TableColumn } from "./table-column.ts";

const say: Say = (key) => key;
const columns: TableColumn<{ readonly a: string; readonly b: string }>[] = [
  { name: "a", title: "request.number", cell: () => null, text: ({ a }) => a },
  { name: "picture", title: "request.status", cell: () => null },
  { name: "b", title: "request.reason", cell: () => null, text: ({ b }) => b },
];

it("holds a line for the columns that are texts, and one for each row, every cell in quotes", () => {
  expect(csvFile([{ a: "1", b: "two" }], columns, say)).toBe('"request.number","request.reason"\r\n"1","two"\r\n');
});

it.each([
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["a; b", '"a; b"'],
  ["2030-01-31", '"2030-01-31"'],
  ["=1+1", `"'=1+1"`],
  ["+49 30", `"'+49 30"`],
  ["-1", `"'-1"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\tx", `"'\tx"`],
  ["\n=1", `"'\n'=1"`],
  ["\r=1", `"'\r'=1"`],
  ["  =1", `"'  =1"`],
  ["＝1", `"'＝1"`],
  ["＋1", `"'＋1"`],
  ["－1", `"'－1"`],
  ["＠SUM(A1)", `"'＠SUM(A1)"`],
  ["x;=1+1", `"x;'=1+1"`],
  ['x;"=1+1"', `"x;'""=1+1"""`],
  ["x; ＝1", `"x;' ＝1"`],
  ["x|=1", `"x|'=1"`],
  ['=cmd|"/c calc"', `"'=cmd|""/c calc"""`],
])("writes %j so that it is that text and no formula", (b, cell) => {
  const [, row] = csvFile([{ a: "", b }], columns, say).split(/\r\n(?=")/);
  expect(row).toBe(`"",${cell}\r\n`);
});

it("writes a long cell of line ends at once", () => {
  const text = "\n".repeat(200_000);
  expect(csvFile([{ a: "", b: text }], columns, say)).toContain(`"'${text}"`);
});
