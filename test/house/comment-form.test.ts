import { describe, expect, test } from "vitest";

import { badComments, badDescriptions } from "../support/comment-form.ts";
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

test("descriptions of properties name what they describe", () => {
  const described = readSourceFiles().filter(
    ({ path }) =>
      /^(?:domain\/(?:resources|notices)|api|platform\/settings|connectors)\//.test(path) && !path.endsWith(".test.ts"),
  );
  expect(described.length).toBeGreaterThan(100);
  const found = described.flatMap((file) => badDescriptions(file));
  expect(found.map(({ place, words, fault }) => `${place} ${fault}: ${words}`)).toEqual([]);
});

describe("a description of another form is found", () => {
  const faultsOf = (text: string) =>
    badDescriptions({ path: "some.ts", text }).map(({ words, fault }) => [words, fault]);
  const clause = "a clause without a noun";

  test.each([
    "Who asked.",
    "Whom it asks.",
    "For whom it is.",
    "What happened.",
    "How often it was sent.",
    "Whether it waits.",
    "Where people find help.",
    "When it ended.",
    "Why it ended.",
    "Of which objects it is.",
    "Its key.",
    "Until when it holds.",
  ])("a clause: %s", (words) => {
    expect(faultsOf(`export const row = { a: guid().shown("${words}") };`)).toEqual([[words, clause]]);
    expect(faultsOf(`export const row = { a: { type: "t", description: "${words}" } };`)).toEqual([[words, clause]]);
    expect(faultsOf(`export const row = { a: guid().shown(\`${words} \${more}\`) };`)).toEqual([
      [`${words} …`, clause],
    ]);
  });

  test("an equals sign", () => {
    const words = "Key of the owner; null = none.";
    expect(faultsOf(`export const row = { a: guid().shown("${words}") };`)).toEqual([
      [words, "a value after an equals sign"],
    ]);
  });

  test.each(["Key of the owner; null if none.", "True if the account is enabled.", "Time at which the phase opened."])(
    "and one that has its form is left alone: %s",
    (words) => {
      expect(faultsOf(`export const row = { a: guid().shown("${words}") };`)).toEqual([]);
    },
  );
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
