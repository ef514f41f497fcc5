import { describe, expect, test } from "vitest";

import { fillText, placeholderFault } from "./placeholders.ts";

const fields = new Set(["seat", "level"]);
const values = {
  form: { seat: "B12", level: 3 },
  profile: { department: ["IT"], phone: ["1", "2"] },
};

describe("texts with placeholders", () => {
  test.each([
    ["{seat}", "may hold {form.name} and {profile.name}"],
    ["{form.}", "may hold"],
    ["{profile.a b}", "may hold"],
    ["a { b", "may hold"],
    ["{vault.key}", "may hold"],
    ["{form.other}", "the form has no field 'other'"],
    ["{profile.password}", "is a secret"],
  ])("%s is refused", (text, rule) => {
    expect(placeholderFault(text, fields)).toContain(rule);
  });

  test.each(["", "plain", "{form.seat}", "x-{profile.department}-{form.level}", "{{literal}", "{profile.constructor}"])(
    "%s fits",
    (text) => {
      expect(placeholderFault(text, fields)).toBeUndefined();
    },
  );

  test.each<[string, readonly unknown[]]>([
    ["plain", ["plain"]],
    ["", [""]],
    ["{{form.seat}", ["{form.seat}"]],
    ["{form.level}", [3]],
    ["{profile.phone}", ["1", "2"]],
    ["{profile.department}-{form.seat}", ["IT-B12"]],
    ["{form.absent}", []],
  ])("%s is filled with %j", (text, filled) => {
    expect(fillText(text, values)).toEqual({ values: filled });
  });

  test.each([
    ["{profile.absent}", "The profile of the recipient has no 'absent'. Add it to the profile first."],
    ["x{profile.absent}", "The profile of the recipient has no 'absent'. Add it to the profile first."],
    ["x{form.absent}", "The form has no value of 'absent'. Fill it in."],
    ["x{profile.phone}", "The profile of the recipient has several values of 'phone'."],
    ["{profile.constructor}", "The profile of the recipient has no 'constructor'. Add it to the profile first."],
  ])("%s cannot be filled", (text, fault) => {
    expect(fillText(text, values)).toEqual({ fault });
  });

  test("a value is never read as a placeholder", () => {
    expect(fillText("{form.seat}", { ...values, form: { seat: "{profile.department}" } })).toEqual({
      values: ["{profile.department}"],
    });
  });
});
