import { expect, it } from "vitest";

import { changedAttributes, linesOf } from "./changed-attributes.ts";

const before = linesOf([
  { name: "mail", value: "a@b.test" },
  { name: "phone", value: "1" },
  { name: "mail", value: "c@d.test" },
  { name: "__proto__", value: "x" },
]);

it("shows the values of an attribute on lines of their own, whatever its name is", () => {
  expect(Object.entries(before)).toEqual([
    ["mail", "a@b.test\nc@d.test"],
    ["phone", "1"],
    ["__proto__", "x"],
  ]);
});

it("sends what is otherwise than before, and an empty list where nothing is left", () => {
  expect(changedAttributes(before, before)).toEqual({});
  expect(changedAttributes(before, { ...before, mail: " a@b.test \n\nc@d.test\n" })).toEqual({});
  const entered = { ...before, mail: "c@d.test", phone: " \n", floor: "3", empty: " " };
  expect(changedAttributes(before, entered)).toEqual({ mail: ["c@d.test"], phone: [], floor: ["3"] });
});

it("takes a new attribute of any name", () => {
  const entered = Object.fromEntries([["__proto__", "y"]]);
  expect(Object.entries(changedAttributes({}, entered))).toEqual([["__proto__", ["y"]]]);
});
