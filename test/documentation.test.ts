import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { generatedDocuments } from "../tools/generated-documents.ts";
import { undocumentedExports } from "./support/documentation.ts";
import { projectRoot, readSourceFiles } from "./support/source-files.ts";

const files = readSourceFiles().filter(({ path }) => !path.endsWith(".mjs"));
const linesMax = 400;

test("every export outside tests says in a sentence what it promises", () => {
  const found = files.filter(({ path }) => !path.endsWith(".test.ts")).flatMap((file) => undocumentedExports(file));
  expect(found).toEqual([]);
});

test(`no file has more than ${linesMax} lines`, () => {
  const long = files.filter(({ text }) => text.split("\n").length > linesMax + 1).map(({ path }) => path);
  expect(long).toEqual([]);
});

test.each(await generatedDocuments())("$path is what `npm run docs` writes", ({ path, text }) => {
  expect(readFileSync(join(projectRoot, path), "utf8")).toBe(text);
});

test.each(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])("%s links to files that exist", (document) => {
  const links = readFileSync(join(projectRoot, document), "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g);
  for (const [, link = ""] of links) expect(existsSync(join(projectRoot, link)), link).toBe(true);
});

describe("undocumentedExports", () => {
  test.each([
    ["export function f() {}", 1],
    ["/** Makes one. */\nexport function f() {}", 0],
    ["/** Makes one. */\nexport async function* f() {}\nexport const a = 1;", 1],
    ["/* Makes one. */\nexport const a = 1;", 1],
    ["/** */\nexport const a = 1;", 1],
    ["/** Makes one */\nexport const a = 1;", 1],
    ["/**\n * Makes one.\n * @throws X\n */\nexport const a = 1;", 0],
    ["/** One. */\nconst b = 1;\nexport type A = string;", 1],
    ["/** The wire form. */\nexport interface A { b: string }", 0],
    ["export default { a: 1 };", 1],
    ['export { a } from "./a.ts";\nexport * from "./b.ts";', 0],
    ["/** One. */\nconst a = 1;\nexport { a };", 0],
    [
      "/** Told twice. */\nexport function f(a: string): void;\nexport function f(a: number): void;\nexport function f() {}",
      0,
    ],
  ])("%j has %i", (text, expected) => {
    expect(undocumentedExports({ path: "x.ts", text })).toHaveLength(expected);
  });
});
