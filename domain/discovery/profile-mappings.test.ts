import { expect, test } from "vitest";

import { mappingsOf, type SourceDefinition } from "./profile-mappings.ts";

const definition = (part: Partial<SourceDefinition> = {}): SourceDefinition => ({
  ...{ key: "d1", targetSystemId: "HR", discoveredObjectType: "user", attribute: "mail", mappedAttribute: "email" },
  ...{ type: "string", actionOnCreate: "set", actionOnUpdate: "set", sequence: 0, minValues: 0, maxValues: 1 },
  ...{ valueRegex: null, loadFromTarget: true },
  ...part,
});
const names = (...definitions: readonly Partial<SourceDefinition>[]) =>
  mappingsOf(definitions.map(definition)).map(({ definitionKey }) => definitionKey);

test("definitions are asked by sequence, then by target and key", () => {
  const order = names(
    { key: "late", sequence: 2 },
    { key: "b", targetSystemId: "HR", sequence: 1 },
    { key: "a", targetSystemId: "HR", sequence: 1 },
    { key: "z", targetSystemId: "AD", sequence: 1 },
  );
  expect(order).toEqual(["z", "a", "b", "late"]);
});

test.each<[string, Partial<SourceDefinition>]>([
  ["of a group", { discoveredObjectType: "group" }],
  ["that is not loaded", { loadFromTarget: false }],
  ["that is mapped to nothing", { mappedAttribute: null }],
  ["that is mapped to the id, by which people are found", { mappedAttribute: "id" }],
  ["of a password", { attribute: "userPassword" }],
  ["whose actions ignore it", { actionOnCreate: "ignore", actionOnUpdate: "ignore" }],
  ["that only copies", { actionOnCreate: "copy", actionOnUpdate: "ignore" }],
])("a definition %s gives nothing to a profile", (_what, part) => {
  expect(names(part, { key: "good" })).toEqual(["good"]);
});

test("a mapping says on which occasion it is taken, compares names without capitals, and judges what is more than a text", () => {
  const [mapping] = mappingsOf([definition({ attribute: "employeeNumber", actionOnUpdate: "ignore", type: "number" })]);
  expect(mapping).toMatchObject({ attribute: "employeenumber", name: "email", onCreate: true, onUpdate: false });
  expect([mapping?.fits?.(["1"]), mapping?.fits?.(["one"]), mapping?.fits?.([])]).toEqual([true, false, true]);
  expect(mappingsOf([definition()])[0]?.fits).toBeUndefined();
});
