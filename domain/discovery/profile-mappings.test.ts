import { expect, test } from "vitest";

import { mappingsOf, type SourceDefinition } from "./profile-mappings.ts";

const definition = (part: Partial<SourceDefinition> = {}): SourceDefinition => ({
  key: "d1",
  targetSystemId: "HR",
  discoveredObjectType: "user",
  attribute: "mail",
  mappedAttribute: "email",
  type: "string",
  actionOnCreate: "set",
  actionOnUpdate: "set",
  sequence: 0,
  minValues: 0,
  maxValues: 1,
  valueRegex: null,
  loadFromTarget: true,
  ...part,
});
const calendars = { "part-time": {} };
const mapped = (...definitions: readonly Partial<SourceDefinition>[]) =>
  mappingsOf(definitions.map(definition), calendars);
const names = (...definitions: readonly Partial<SourceDefinition>[]) =>
  mapped(...definitions).map(({ definitionKey }) => definitionKey);

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
  const [mapping] = mapped({ attribute: "employeeNumber", actionOnUpdate: "ignore", type: "number" });
  expect(mapping).toMatchObject({ attribute: "employeenumber", name: "email", onCreate: true, onUpdate: false });
  expect([mapping?.fits?.(["1"]), mapping?.fits?.(["one"]), mapping?.fits?.([])]).toEqual([true, false, true]);
  expect(mapped({})[0]?.fits).toBeUndefined();
});

test.each([
  ["timeZone", "Europe/Berlin", "Europe/Nowhere", /IANA name/],
  ["calendar", "part-time", "constructor", /WORKING_CALENDARS/],
])("what is mapped to %s must be such a name, beside what its definition asks", (mappedAttribute, good, bad, rule) => {
  const [mapping, strict] = mapped({ mappedAttribute }, { mappedAttribute, valueRegex: "^none$" });
  expect([[good], [""], [], [bad]].map((values) => mapping?.fits?.(values))).toEqual([true, true, true, false]);
  expect(mapping?.rule).toMatch(rule);
  expect(strict?.fits?.([good])).toBe(false);
});
