import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { generatedDocuments } from "../../tools/generated-documents.ts";
import { undocumentedExports } from "../support/documentation.ts";
import { projectRoot, readSourceFiles } from "../support/source-files.ts";

const files = readSourceFiles().filter(({ path }) => !path.endsWith(".mjs"));
const linesMax = 420;
const lineCharactersMax = 145;

test("every export outside tests says in a sentence what it promises", () => {
  const found = files.filter(({ path }) => !path.endsWith(".test.ts")).flatMap((file) => undocumentedExports(file));
  expect(found).toEqual([]);
});

test(`no file has more than ${linesMax} lines`, () => {
  const long = files.filter(({ text }) => text.split("\n").length > linesMax + 1).map(({ path }) => path);
  expect(long).toEqual([]);
});

test("every test across rooms lies in the folder of its capability", () => {
  const inFolders = files.filter(({ path }) => /^test\/[^/]+\/.*\.test\.ts$/.test(path));
  expect(inFolders.length).toBeGreaterThan(200);
  expect(files.filter(({ path }) => /^test\/[^/]+\.ts$/.test(path)).map(({ path }) => path)).toEqual([]);
});

test.each(await generatedDocuments())("$path is what `npm run docs` writes", ({ path, text }) => {
  expect(readFileSync(join(projectRoot, path), "utf8")).toBe(text);
});

test.each(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])("%s links to files that exist", (document) => {
  const links = [...readFileSync(join(projectRoot, document), "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, link = ""] of links) expect(existsSync(join(projectRoot, link)), link).toBe(true);
});

/** Files that authors are to make, which manuals use as examples. */
const namedAsExamples = new Set(["case.ts", "notes.ts", "notes.target.ts", "upper.mjs"]);

/** Finds file names in the prose of a document that match no file: a name matches each file whose path ends with it. */
function filesMissing(prose: string, ends: ReadonlySet<string>): readonly string[] {
  const named = [...prose.matchAll(/`([\w./@-]+\.(?:ts|tsx|mjs))`/g)].flatMap(([, name]) => name ?? []);
  const isThere = (name: string) => ends.has(name) || existsSync(join(projectRoot, name));
  return named.filter((name) => !isThere(name) && !name.startsWith(".") && !namedAsExamples.has(name));
}

describe("names of files in the prose of documents", () => {
  const ends = new Set(
    readSourceFiles().flatMap(({ path }) => {
      const parts = path.split("/");
      return parts.map((_part, from) => parts.slice(from).join("/"));
    }),
  );
  const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].concat(
    readdirSync(join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join("docs", name)),
  );

  test.each(documents)("are there: %s", (document) => {
    expect(filesMissing(readFileSync(join(projectRoot, document), "utf8"), ends)).toEqual([]);
  });

  test("that are gone are found", () => {
    expect(filesMissing("Begin at `routes.tsx` and `api/call.ts`, not at `vault/call.ts`.", ends)).toEqual([
      "routes.tsx",
      "vault/call.ts",
    ]);
  });
});

test("Sequelize writes statements of migrations alone (decision 0027), and Koa has one list of middlewares (decision 0024)", () => {
  const text = (path: string) => files.filter((file) => file.path.startsWith(path) && !file.path.endsWith(".test.ts"));
  const withValues = text("store/").filter(({ text: code }) => /^import (?!type ).*"sequelize";/m.test(code));
  expect(withValues.map(({ path }) => path).toSorted()).toEqual([
    "store/migrations/column-types.ts",
    "store/schema/schema-statements.ts",
  ]);
  expect(text("api/").flatMap(({ path, text: code }) => (code.includes("app.use(") ? [path] : []))).toEqual([
    "api/http.ts",
  ]);
});

test("ARCHITECTURE.md says each invariant in two lines at most", () => {
  const paragraphs = readFileSync(join(projectRoot, "ARCHITECTURE.md"), "utf8").split("\n\n");
  const invariants = paragraphs.filter((paragraph) => paragraph.startsWith("**"));
  expect(invariants.length).toBeGreaterThan(40);
  expect(invariants.filter(({ length }) => length > 2 * lineCharactersMax)).toEqual([]);
});

test("the rules of the grammar that no call reaches are imported by none that answers calls", () => {
  const aside = /^api\/odata\/syntax\/(parse-rule|parse-path|parse-uri|path-order|path-split|rules\/[a-z]+)\.ts$/;
  const wayThere =
    /from "[^"]*\/(parse-rule|parse-path|parse-uri|path-order|path-split|syntax\/rules\/[a-z]+|rules\/(?:contexts|paths|headers|options))\.ts"/;
  const product = files.filter(
    ({ path }) => path.startsWith("api/") && !path.endsWith(".test.ts") && !aside.test(path),
  );
  expect(product.filter(({ text }) => wayThere.test(text)).map(({ path }) => path)).toEqual([]);
});

test("docs/errors.md names the codes with which the operations of a request end that was not authorized", () => {
  const errors = readFileSync(join(projectRoot, "docs/errors.md"), "utf8");
  for (const code of ["DENIED", "CANCELLED", "EXPIRED"]) expect(errors).toContain(`\`${code}\``);
});

test("no generated page cites a section of a document that is not here", () => {
  const pages = ["audit-operations", "target-system-options", "errors", "endpoints"];
  for (const page of pages) {
    expect(readFileSync(join(projectRoot, `docs/${page}.md`), "utf8"), page).not.toMatch(
      /\b(section|domain|design) \d/,
    );
  }
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
