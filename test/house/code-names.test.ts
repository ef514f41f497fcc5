import { describe, expect, test } from "vitest";

import { codesByName, filesOfCodes } from "../support/code-names.ts";
import { readSourceFiles } from "../support/source-files.ts";

const notProduct = /^(?:test|bench|tools)\/|\.(?:test|fixture|example)\.tsx?$|\.mjs$/;
const files = readSourceFiles().filter(({ path }) => !notProduct.test(path));

test("no code of an operation is compared by its name outside of the table of codes", () => {
  expect(files.length).toBeGreaterThan(2_000);
  expect(files.filter(({ path }) => !filesOfCodes.includes(path)).flatMap((file) => codesByName(file))).toEqual([]);
});

test("the files that may have codes as keys have some", () => {
  for (const path of filesOfCodes) {
    const file = files.find((one) => one.path === path);
    expect(file === undefined ? 0 : codesByName(file).length, path).toBeGreaterThan(0);
  }
});

describe("a code by its name is found", () => {
  const found = (text: string) => codesByName({ path: "operations/x.ts", text });

  test.each([
    ["compared", 'export const is = (code: string) => code === "DELU";'],
    ["compared the other way round", 'export const is = (code: string) => "DELU" !== code;'],
    ["in a case", 'switch (code) { case "DELU": break; }'],
    ["in a list", 'const all = ["DELU"] as const;'],
    ["in a set", 'const all = new Set(["DELU"]);'],
    ["in a constant", 'const code = "DELU";'],
    ["in a call", 'eq("code", "DELU");'],
    ["in a search", 'store.select("requestOperations", { where: { key, code: "DELU" } });'],
    ["as a key of a table", "const table = { DELU: remove };"],
    ["as a quoted key of a table", 'const table = { "DELU": remove };'],
    ["in a template", "const code = `DELU`;"],
    ["in a filter", "const filter = `code eq 'DELU' and key eq '${key}'`;"],
    ["behind an assertion", 'export const is = (code: string) => code === ("DELU" as string);'],
  ])("%s", (_, text) => {
    expect(found(text)).toEqual(["operations/x.ts:1 DELU"]);
  });

  test("by a constant that stands for it", () => {
    expect(found("export const is = (code: string) => code === discoveryCode;")).toEqual([
      "operations/x.ts:1 discoveryCode",
    ]);
    expect(found("queue({ code: discoveryCode });")).toEqual([]);
  });

  test.each([
    ["where an operation is asked for", 'queue({ code: "DELU", key });'],
    ["where one of two is", 'queue({ code: enabled ? "ENAU" : "DNAU" });'],
    ["where it is audited", 'store.audit({ operation: "DISC" });'],
    ["in a type", 'type Member = Extract<OperationCode, "GRUA" | "GRUD">;'],
    ["of a text that is none", 'const code = "DELUX";'],
  ])("but not %s", (_, text) => {
    expect(found(text)).toEqual([]);
  });
});
