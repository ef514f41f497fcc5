import { expect, it } from "vitest";

import { canonical, fullForm, isSame, normalForm, type Shape, withInitials } from "./shape.ts";

const phases: Shape = {
  kind: "members",
  list: true,
  members: {
    sequence: { kind: "number" },
    minApprovals: { kind: "number", initial: 1 },
    rule: { kind: "text", nullable: true, initial: null },
    people: { kind: "text", list: true, unordered: true, initial: [] },
  },
};

it("members stand in the order of the shape, without their initial values", () => {
  const given = [{ people: ["b", "a"], minApprovals: 1, rule: null, sequence: 1, unknown: true }];
  expect(JSON.stringify(normalForm(phases, given))).toBe('[{"sequence":1,"people":["a","b"]}]');
});

it("a full form names what the normal form leaves out, and has the same normal form", () => {
  const full = fullForm(phases, [{ sequence: 2 }]);
  expect(full).toEqual([{ sequence: 2, minApprovals: 1, rule: null, people: [] }]);
  expect(normalForm(phases, full)).toEqual([{ sequence: 2 }]);
});

it.each<readonly [string, Shape, unknown, unknown]>([
  ["a list that is null", { kind: "text", list: true, nullable: true, initial: [] }, null, []],
  ["a single value", { kind: "any", single: true }, ["x"], "x"],
  ["several values", { kind: "any", single: true }, ["x", "y"], ["x", "y"]],
  ["no members", { kind: "members", named: { kind: "any" }, emptyIsNull: true }, {}, null],
  ["an empty object that means something", { kind: "any" }, {}, {}],
  ["a null inside of plain data", { kind: "any" }, { a: null }, { a: null }],
])("%s has one form, however the service shows it", (_name, shape, value, normal) =>
  expect(normalForm(shape, value)).toEqual(normal),
);

it("the order of a list that means something stays", () => {
  const ordered: Shape = { kind: "text", list: true };
  expect(isSame(normalForm(ordered, ["b", "a"]), normalForm(ordered, ["a", "b"]))).toBe(false);
});

it("rules of which a part is written have their other initial parts", () => {
  const rule: Shape = { kind: "members", members: { mode: { kind: "text" }, value: { kind: "scalar" } } };
  const group = withInitials({ kind: "members", members: { min: rule } }, { min: { mode: "required", value: 8 } });
  expect(normalForm(group, { min: { mode: "required", value: 9 } })).toEqual({ min: { value: 9 } });
  expect(fullForm(group, { min: { value: 9 } })).toEqual({ min: { mode: "required", value: 9 } });
  expect(normalForm(group, { min: { mode: "required", value: 8 } })).toEqual({});
});

it("equal data has one text, whatever the order of its members", () => {
  expect(canonical({ b: 1, a: [{ d: null, c: "x" }] })).toBe(canonical({ a: [{ c: "x", d: null }], b: 1 }));
  expect(canonical({ a: 1 })).not.toBe(canonical({ a: "1" }));
});
