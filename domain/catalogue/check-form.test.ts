import { describe, expect, it } from "vitest";

import { formValueMaxCharacters } from "../catalogue-limits.ts";
import { checkForm, defaultFault, defaultOf } from "./check-form.ts";
import type { FormField, FormValue } from "./form-fields.ts";

const field = (part: Partial<FormField> = {}): FormField => ({
  name: "value",
  type: "text",
  label: "Value",
  germanLabel: null,
  help: null,
  germanHelp: null,
  required: false,
  choices: [],
  pattern: null,
  defaultValue: null,
  ...part,
});
const check = (part: Partial<FormField>, value?: FormValue) =>
  checkForm([field(part)], value === undefined ? {} : { value });

describe("a value that does not fit its field", () => {
  it.each<[Partial<FormField>, FormValue, string]>([
    [{ type: "text" }, 5, "must be a text"],
    [{ type: "text" }, "x".repeat(formValueMaxCharacters + 1), "at most"],
    [{ type: "text", pattern: "^[0-9]+$" }, "47a", "must match the pattern ^[0-9]+$"],
    [{ type: "text", pattern: "(a)\\1" }, "aa", "cannot be checked"],
    [{ type: "number" }, "4,5", "must be a number"],
    [{ type: "number" }, "", "required"],
    [{ type: "number" }, Number.POSITIVE_INFINITY, "must be a number"],
    [{ type: "number" }, true, "must be a number"],
    [{ type: "date" }, "2030-02-30", "must be a day"],
    [{ type: "date" }, "31.01.2030", "must be a day"],
    [{ type: "date" }, 20300131, "must be a day"],
    [{ type: "choice", choices: ["S", "L"] }, "M", "must be one of S, L"],
    [{ type: "choice", choices: ["1"] }, 1, "must be one of the choices"],
    [{ type: "flag" }, "yes", "must be true or false"],
    [{ type: "flag" }, 1, "must be true or false"],
  ])("is refused for %j: %j", (part, value, rule) => {
    const { faults, values } = check({ ...part, required: true }, value);
    expect(faults).toEqual([{ name: "value", rule: expect.stringContaining(rule) }]);
    expect(values).toEqual({});
  });

  it("is never told", () => {
    expect(JSON.stringify(check({ type: "number" }, "secret").faults)).not.toContain("secret");
  });
});

it.each<[Partial<FormField>, FormValue, FormValue]>([
  [{ type: "text" }, "x", "x"],
  [{ type: "number" }, 4.5, 4.5],
  [{ type: "number" }, "-4.5", -4.5],
  [{ type: "date" }, "2028-02-29", "2028-02-29"],
  [{ type: "choice", choices: ["S", "L"] }, "L", "L"],
  [{ type: "flag" }, false, false],
  [{ type: "flag" }, "true", true],
])("takes for %j: %j", (part, value, taken) => {
  expect(check(part, value)).toEqual({ values: { value: taken }, faults: [] });
});

it("fills in defaults, asks for what is required, and leaves the rest out", () => {
  expect(check({ type: "number", defaultValue: "2", required: true })).toEqual({ values: { value: 2 }, faults: [] });
  expect(check({ required: true }).faults).toEqual([{ name: "value", rule: expect.stringContaining("required") }]);
  expect(check({})).toEqual({ values: {}, faults: [] });
  expect(check({}, "")).toEqual({ values: {}, faults: [] });
});

it("takes no default that no longer fits its field", () => {
  const choice = { type: "choice", choices: ["L"], defaultValue: "S" } as const;
  expect(check({ ...choice, required: true }).faults).toHaveLength(1);
  expect(defaultOf(field(choice))).toBeUndefined();
  expect(defaultFault(field(choice))).toBe("must be one of L");
  expect(defaultFault(field({ type: "number", defaultValue: "two" }))).toBe("must be a number");
  expect(defaultFault(field({ type: "flag", defaultValue: "true" }))).toBeUndefined();
});

it("refuses names that are no field, and names that objects have by themselves", () => {
  const { faults } = checkForm([field()], { other: "x", constructor: "y" });
  expect(faults.map(({ name }) => name)).toEqual(["other", "constructor"]);
  expect(faults[0]?.rule).toContain("value");
  expect(checkForm([], { other: "x" }).faults[0]?.rule).toContain("no form");
});
