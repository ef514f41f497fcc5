import { expect, test } from "vitest";

import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";

import { sourceOf } from "./sources.ts";
import { unitedParts, unitedTable } from "./united-rows.ts";

const united = Object.values<Resource>(resources).flatMap(({ name }) => {
  const parts = unitedParts(name);
  return parts === undefined ? [] : [[name, parts] as const];
});

test.each(united)(
  "every part of %s has each of its columns, in one order, under an alias of its own",
  (name, parts) => {
    const [first] = parts.map(({ rows }) => Object.keys(rows("a").columns));
    expect(first?.toSorted()).toEqual(Object.keys(sourceOf(name).columns).toSorted());
    for (const { rows } of parts) expect(Object.keys(rows("a").columns)).toEqual(first);
    expect(new Set(parts.map(({ letter }) => letter)).size).toBe(parts.length);
  },
);

test("all rows of one stand in the place of a table, without a value that would have to be bound", () => {
  expect(united.map(([name]) => name)).toEqual(["catalogueItems"]);
  for (const [, parts] of united) {
    const { text, values } = unitedTable(parts);
    expect([text.split(" UNION ALL ").length, values]).toEqual([parts.length, []]);
  }
});
