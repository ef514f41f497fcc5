import { describe, expect, it } from "vitest";

import { readSourceFiles } from "#test/support/source-files.ts";
import { mapProblems, waitsFor } from "#test/support/specification-map.ts";
import { specificationMarks } from "#test/support/specification-marks.ts";
import { specificationPlaces } from "#test/support/specification-places.ts";
import { supportedNames } from "#test/support/supported-names.ts";

import { specificationSections } from "./rows/all-rows.ts";
import { parts, type SpecificationRow } from "./rows/row.ts";

const rows = specificationSections.flatMap((section) => section.rows);
const marks = readSourceFiles().flatMap(specificationMarks);

it("each row that is built has a test, each mark names a row that is built, and nothing of a row that waits is there", async () => {
  const places = await specificationPlaces();
  expect(mapProblems({ rows, marks, places, supported: supportedNames(places.keys()) })).toEqual([]);
});

it("a row waits for each part that is not built", () => {
  expect(Object.keys(parts).toSorted()).toEqual([...new Set(rows.flatMap((row) => row.later ?? []))].toSorted());
});

it("the service names what it refuses or never reads yet apart from what it supports", () => {
  const supported = supportedNames(["MAX_USERAUTH_FAILURE"]);
  expect(supported).toContain("MAX_USERAUTH_FAILURE");
  expect(supported).toContain("targetGroups.syncPasswords");
  expect(supported).toContain("targetSystems.allowClaimAccounts");
});

it("all nine sections have rows, numbered by their section", () => {
  expect(specificationSections.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const section of specificationSections) {
    expect(section.rows.length).toBeGreaterThan(0);
    expect(section.rows.filter(({ id }) => !id.startsWith(`${section.number}.`))).toEqual([]);
  }
});

describe("a planted fault is found", () => {
  const row: SpecificationRow = { id: "1.a", says: "a thing", at: ["GET /a"] };
  const places = new Map([["GET /a", []]]);
  const supported = ["POST /v2/roles({roleKey})/enforce", "targetGroups.syncPasswords"];
  const marksIn = (text: string) => specificationMarks({ path: "x.test.ts", text });
  const mark = (id: string) => `// @specification ${id}\nit("shows it", () => {});`;

  it.each<[string, readonly SpecificationRow[], string, string]>([
    ["a built row without a test", [row], 'it("shows it", () => {});', "1.a is built, and no test shows it."],
    ["a mark that names no row", [row], mark("1.a 1.b"), "x.test.ts:1: 1.b is no row of the specification."],
    [
      "a test of a row for later",
      [{ id: "1.a", says: "", later: "nodes", names: ["autores"] }],
      mark("1.a"),
      "x.test.ts:1: 1.a waits for a later part",
    ],
    [
      "a row for later of which the service has a route",
      [{ id: "1.a", says: "", later: "nodes", names: ["autores", "enforce"] }],
      "",
      "1.a waits for a later part, and the service has POST /v2/roles({roleKey})/enforce: say where it is.",
    ],
    [
      "a row for later of which the service has a property",
      [{ id: "1.a", says: "", later: "nodes", names: ["targetGroups.syncPasswords"] }],
      "",
      "1.a waits for a later part, and the service has targetGroups.syncPasswords",
    ],
    [
      "a row for later without a name",
      [{ id: "1.a", says: "", later: "nodes" }],
      "",
      "1.a waits for a later part, and",
    ],
    ["a place that is not there", [{ ...row, at: ["GET /b"] }], mark("1.a"), "1.a names GET /b, which is not there."],
    ["a row that is nowhere", [{ ...row, at: [] }], mark("1.a"), "1.a is built nowhere."],
    ["a row that is built and is not", [{ ...row, later: "nodes" }], "", "1.a must say one thing"],
    ["a row twice", [row, { ...row }], mark("1.a"), "1.a is there twice."],
    ["a row that repeats none", [{ id: "1.a", says: "", repeats: ["1.b"] }], "", "1.a repeats 1.b, which is no row"],
    [
      "a mark of a row that repeats",
      [row, { id: "1.b", says: "", repeats: ["1.a"] }],
      mark("1.a 1.b"),
      "x.test.ts:1: 1.b repeats other rows",
    ],
    [
      "a mark above no test",
      [row],
      "// @specification 1.a\nconst a = 1;\nit('shows it', () => {});",
      "x.test.ts:1: a mark must stand right above",
    ],
    [
      "a mark above a test that does not run",
      [row],
      "// @specification 1.a\nit.skip('shows it', () => {});",
      "x.test.ts:1: a mark must stand right above",
    ],
  ])("%s", (_name, given, text, expected) => {
    expect(mapProblems({ rows: given, marks: marksIn(text), places, supported })[0]).toContain(expected);
  });

  it("and what fits is none", () => {
    const repeating: SpecificationRow = { id: "1.b", says: "", repeats: ["1.a"] };
    const waiting: SpecificationRow = { id: "1.c", says: "", later: "nodes", names: ["autores"] };
    const fitting = { rows: [row, repeating, waiting], marks: marksIn(mark("1.a")), places, supported };
    expect(mapProblems(fitting)).toEqual([]);
  });
});

describe("a mark", () => {
  it.each([
    ["// @specification 1.a\nit(`of ${one}`, () => {});", "of ${one}"],
    ['// @specification 1.a\n// why so\nit.each([\n  [1],\n])(\n  "%s is", () => {});', "%s is"],
    ['describe("outer", () => {\n  // @specification 1.a\n  test("inner", () => {});\n});', "outer › inner"],
    ['// @specification 1.a\ndescribe("all of them", () => {});', "all of them"],
  ])("takes the title of the test below it: %j", (text, title) => {
    expect(specificationMarks({ path: "x.test.ts", text })).toMatchObject([{ row: "1.a", title }]);
  });
});

it("a row that repeats others waits for what they wait for", () => {
  const later: SpecificationRow = { id: "1.a", says: "", later: "nodes" };
  expect(waitsFor({ id: "1.b", says: "", repeats: ["1.a"] }, [later])).toEqual(["nodes"]);
  expect(waitsFor({ id: "1.b", says: "", at: [] }, [later])).toEqual([]);
});
