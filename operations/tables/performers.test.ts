import { expect, test } from "vitest";

import { type OperationFamilyDefinition, operationFamilies } from "#domain/requests/operation-families.ts";

import { performers } from "./performers.ts";

/** Families whose operations would be handed to proxies though others perform them, begin here though proxies do, or do anything at all. */
function contradictions(families: Readonly<Record<string, OperationFamilyDefinition>>): readonly string[] {
  return Object.entries(families)
    .filter(([family, { by, byPeople = false }]) => {
      const { begin, ...others } = performers[family as keyof typeof performers];
      if (by === null) return begin !== undefined || Object.keys(others).length > 0;
      return (by === "hub" || byPeople) !== (begin !== undefined);
    })
    .map(([family]) => family);
}

test("what proxies alone perform is handed to them, all else begins here, and nobody does anything about what nobody performs", () => {
  expect(Object.keys(performers).toSorted()).toEqual(Object.keys(operationFamilies).toSorted());
  expect(contradictions(operationFamilies)).toEqual([]);
});

test("a row that says otherwise is found", () => {
  expect(
    contradictions({
      checkout: { by: "target" },
      object: { by: "target" },
      discovery: { by: "hub" },
      role: { by: null },
    }),
  ).toEqual(["checkout", "object", "discovery", "role"]);
});
