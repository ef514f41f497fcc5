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

it("holds a line for the columns that are texts, and one for each row, behind the mark of UTF-8", () => {
  expect(csvFile([{ a: "1", b: "Müller" }], columns, say)).toBe(
    '\uFEFF"request.number","request.reason"\r\n"1","Müller"\r\n',
  );
});

it("holds no formula", () => {
  expect(csvFile([{ a: "=1+1", b: "x;@SUM(A1)" }], columns, say)).toContain(`\r\n"'=1+1","x;'@SUM(A1)"\r\n`);
});
