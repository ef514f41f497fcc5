import { expect, test } from "vitest";

import { fileParts, partOf } from "./mass-reset-file.ts";

test("a file is split into parts whose lines keep their numbers", () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => `user${index}`);
  const parts = fileParts(["user", ...rows.slice(0, 1_000), "", ...rows.slice(1_000)].join("\n"));
  expect(parts.map(({ lineOffset }) => lineOffset)).toEqual([0, 1_001, 2_001]);
  expect(parts.map(({ file }) => file.split("\r\n").length - 2)).toEqual([1_000, 1_000, 500]);
  expect(parts[1]?.file).toContain('"user1000","",""');
});

test("blank lines within a part stay, and names keep their quotes", () => {
  expect(fileParts('account,target\n"a ""b""",T1\n\nc,T2')).toEqual([
    { file: '"user","account","target"\r\n"","a ""b""","T1"\r\n\n"","c","T2"\r\n', lineOffset: 0 },
  ]);
  expect(partOf([{ user: "ada" }])).toEqual({ file: '"user","account","target"\r\n"ada","",""\r\n', lineOffset: 0 });
});

test("a file that names nobody or cannot be read is refused with its line", () => {
  expect(() => fileParts("user\n")).toThrow("names nobody");
  expect(() => fileParts("user\nada,more\n")).toThrow(/^line 2: /);
});
