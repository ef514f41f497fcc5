import { expect, test } from "vitest";

import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";

import type { SourceFile } from "../support/architecture.ts";
import { readSourceFiles } from "../support/source-files.ts";

/** Functions that make the names of rows from which their keys are derived, where it is not `rowName` with the table. */
const namedBy: Readonly<Record<string, string>> = {
  accounts: "objectKey(",
  groups: "objectKey(",
  groupMemberships: "membershipName(",
  groupOwners: "groupOwnerName(",
};

const written = /\.(?:add|save)\(\s*"(\w+)",\s*\{\s*(?:\.\.\.\w+(?:\.\w+)*,\s*)*key: ids\.guid\(\)/g;

/** Returns the tables that declare keys made from values and do not keep to it. */
function faultsOf(derived: readonly string[], files: readonly Pick<SourceFile, "text">[]): string[] {
  const drawn = new Set(files.flatMap(({ text }) => [...text.matchAll(written)].map(([, table]) => table)));
  return derived.flatMap((table) => {
    const name = namedBy[table] ?? `rowName("${table}"`;
    return [
      ...(files.some(({ text }) => text.includes(name)) ? [] : [`${table}: no key is made by ${name}`]),
      ...(drawn.has(table) ? [`${table}: a key is drawn`] : []),
    ];
  });
}

test("tables whose unique index merges by derived keys have such keys", () => {
  const derived = Object.values<Resource>(resources).filter(({ indexes }) =>
    indexes.some(({ merging }) => merging === "derivedKey"),
  );
  const files = readSourceFiles().filter(
    ({ path }) => /^(?:operations|store)\//.test(path) && !path.includes(".test."),
  );
  expect(derived.length).toBeGreaterThan(5);
  expect(
    faultsOf(
      derived.map(({ table }) => table),
      files,
    ),
  ).toEqual([]);
});

test("a table that declares them and draws its keys is found", () => {
  const text = 'await store.add("desks", { ...given, key: ids.guid(), userKey });';
  expect(faultsOf(["desks"], [{ text }])).toEqual([
    'desks: no key is made by rowName("desks"',
    "desks: a key is drawn",
  ]);
});
