import { describe, expect, test } from "vitest";

import { badComments } from "../support/comment-form.ts";
import { readSourceFiles } from "../support/source-files.ts";

/** Comments left, by top-level folder, that do not have the form of their kind yet: numbers that only fall. */
const left: Readonly<Record<string, number>> = {};

test("comments have the form of their kind", () => {
  const found = readSourceFiles()
    .filter(({ path }) => !path.endsWith(".mjs"))
    .flatMap((file) => badComments(file));
  const byFolder = Map.groupBy(found, ({ place }) => place.split("/")[0] ?? "");
  const counts = Object.fromEntries([...byFolder].map(([folder, bad]) => [folder, bad.length]));
  const more = [...byFolder].flatMap(([folder, bad]) => (bad.length > (left[folder] ?? 0) ? bad : []));
  expect(more.map(({ place, words, fault }) => `${place} ${fault}: ${words}`)).toEqual([]);
  expect(counts).toEqual(left);
});

describe("a comment of another form is found", () => {
  const faultsOf = (text: string) => badComments({ path: "some.ts", text }).map(({ name, fault }) => [name, fault]);

  test.each(["What", "Who", "Whom", "How", "Whether", "Where", "That", "Of", "For", "It"])(
    "a clause without a noun: %s …",
    (word) => {
      expect(faultsOf(`/** ${word} a row is there. */\nconst isThere = 1;`)).toEqual([
        ["isThere", "a clause without a noun"],
      ]);
      expect(faultsOf(`export interface Row {\n  /** ${word} a row is there. */\n  readonly key: string;\n}`)).toEqual([
        ["key", "a clause without a noun"],
      ]);
    },
  );

  test.each([
    ["a noun", "export function find() {}", "The rows of a page."],
    ["a plural, which ends like a verb", "export function find() {}", "Rows of a page."],
    ["a predicate", "export const isOpen = () => true;", "True where it is open."],
    ["a method", "export interface Finder {\n  /** A row. */\n  find(): void;\n}", ""],
    [
      "a lint exception between them",
      "// oxlint-disable-next-line complexity -- a table\nexport function find() {}",
      "A row.",
    ],
  ])("a function without its verb: %s", (_of, code, words) => {
    const [[, fault] = []] = faultsOf(words === "" ? code : `/** ${words} */\n${code}`);
    expect(fault).toBe("a function without its verb");
  });

  test.each(["export interface Finder {}", "export const limit = 3;", "export type Name = string;"])(
    "a thing with a verb: %s",
    (code) => {
      const [[, fault] = []] = faultsOf(`/** Returns the rows of a page. */\n${code}`);
      expect(fault).toBe("a thing with a verb");
    },
  );
});

test.each([
  "/** Returns the rows of a page. */\nexport function find() {}",
  "/** Finds rows. @throws notFound */\nexport const find = () => 1;",
  "/** @throws notFound */\nexport function find() {}",
  "/** The page of a request. */\nexport function RequestPage() {}",
  "/** Sends one mail. */\nexport type Send = () => void;",
  "/** The most rows of a page. */\nexport const limit = 3;",
  "/** True if the row is new. */\nconst isNew = true;",
])("a comment that has its form is left alone: %s", (text) => {
  expect(badComments({ path: "some.ts", text })).toEqual([]);
});
