import { expect, it } from "vitest";

import { targetSystemOptions } from "#operations/abilities/target-system-options.ts";

import { factFields, isWaiting, optionFields } from "./target-fields.ts";

it("asks for every option of a target system, each as what it is", () => {
  const kinds = optionFields.map(({ name, is }): [string, string] => [name, is === "flag" ? "boolean" : "string"]);
  const known = Object.entries(targetSystemOptions).map(([name, { type }]): [string, string] => [name, type]);
  expect(kinds.toSorted()).toEqual(known.toSorted());
});

it("says of what waits for a later part that it does", () => {
  const names = [...factFields, ...optionFields].map(({ name }) => name);
  expect(names.filter((name) => isWaiting("targetSystems", name))).toEqual(["userAccountsMandatory"]);
});
