import { describe, expect, it } from "vitest";

import { readTable } from "./csv-table.ts";

const form = { known: ["id", "displayName", "timeZone"], required: ["id"], rowsMax: 3 };
const read = (text: string) => readTable(text, form);
const valuesOf = (text: string) => {
  const { rows, faults, cut } = read(text);
  return { rows: rows.map(({ values }) => Object.values(values)), faults, cut };
};
const told = (text: string) =>
  read(text).faults.map(({ line, column, message }) => `${line} ${column ?? "-"}: ${message}`);

describe("a file as a spreadsheet writes it", () => {
  it.each([
    ["commas", "id,displayName\na,One\n"],
    ["semicolons", "id;displayName\na;One\n"],
    ["tabs", "id\tdisplayName\r\na\tOne\r\n"],
    ["semicolons that a line says", "sep=;\nid;displayName\na;One\n"],
    ["commas that a line says", "SEP=,\r\nid,displayName\r\na,One\r\n"],
    ["a separator in quotes behind a mark", '\uFEFF"sep=;"\r\nid;displayName\r\na;One\r\n'],
    ["a mark and quotes", '\uFEFF"id";"displayName"\r\n"a";"One"\r\n'],
    ["an empty column at its end", "id,displayName,\na,One,\n"],
    ["empty columns at its end and between", "id;;displayName;;\na;;One;;\n"],
    ["rows that are wider than the head, and empty there", "id,displayName\na,One,,\n"],
    ["empty rows at its end", "id,displayName\na,One\n,\n,\n , \n"],
    ["an empty row between", "id,displayName\n,\na,One\n"],
    ["ten thousand empty rows", `id;displayName\r\na;One\r\n${";\r\n".repeat(10_000)}`],
    ["lines that end with CR", "id,displayName\ra,One\r"],
    ["lines that end in several ways", "id,displayName\r\na,One\r\n\n\r"],
    ["heads in capitals", "ID,DISPLAYNAME\na,One\n"],
    ["heads with blanks", " Id , Display Name\na,One\n"],
    ["a head with signs that nobody sees", "\u200bid,display\u00a0name\na,One\n"],
  ])("is read with %s", (_what, text) => {
    expect(valuesOf(text)).toEqual({ rows: [["a", "One"]], faults: [], cut: false });
  });

  it("keeps separators, quotes and line ends within quotes", () => {
    expect(valuesOf('id;displayName\na;"One; ""the first"", one\r\nand only"\n').rows).toEqual([
      ["a", 'One; "the first", one\r\nand only'],
    ]);
  });

  it("takes a comma for a part of a value where the first line has semicolons", () => {
    expect(valuesOf("id;displayName\na;Bond, Ben\n").rows).toEqual([["a", "Bond, Ben"]]);
  });

  it("counts lines as an editor does, that of the separator too", () => {
    expect(read("sep=;\r\nid;displayName\r\n\r\na;One\r\n").rows.map(({ line }) => line)).toEqual([4]);
  });

  it("reads one row more than it may have as too many, and no empty one", () => {
    expect(valuesOf("id\na\nb\nc\n\n\n")).toMatchObject({ rows: [["a"], ["b"], ["c"]], cut: false });
    expect(valuesOf("id\na\nb\nc\nd\n")).toMatchObject({ cut: true });
  });
});

describe("what cannot be taken names line, column, rule and way out", () => {
  it.each([
    ["id;surname\na;B", "1 surname: it is none of id, displayName, timeZone. A comma, semicolon or tab stands"],
    ["ID,id\na,b", "1 id: it stands there twice"],
    ["displayName\na", "1 id: it is missing"],
    ["", "1 id: it is missing"],
    ["sep=;\nid,displayName\na,b", "2 id,displayName: it is none of id"],
    ["id,displayName\na", "2 -: it must have 2 value(s), one for each column, and has 1"],
    ["id,displayName\na,b,c", "2 -: it must have 2 value(s), one for each column, and has 3"],
    ["id,,displayName\na,x,b", "2 -: column 2 has a value and no name"],
    ["id,displayName,\na,b,x", "2 -: column 3 has a value and no name"],
    ['id,displayName\na,"b\n', "2 -: near displayName, a quote stands around a whole value"],
    ['sep=;\nid;displayName\na;b\nc;d "e" f\n', "4 -: near displayName, a quote stands around a whole value"],
    ["id,displayName\na,b\u0000c", "2 displayName: it holds a NUL character"],
    ["id,displayName\nm\uFFFDller,b", "2 id: it holds a sign (U+FFFD) for letters that were lost"],
  ])("%j", (text, words) => {
    expect(told(text)).toEqual([expect.stringContaining(words)]);
    expect(read(text).rows.map(({ values }) => values["id"])).not.toContain("c");
  });
});
