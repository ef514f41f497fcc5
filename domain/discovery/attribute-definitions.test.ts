import { describe, expect, test } from "vitest";

import type { OrderAttributes } from "../requests/order.ts";
import {
  type AttributeDefinition,
  judgeAttributes,
  type Occasion,
  type Profile,
  valuesJudge,
} from "./attribute-definitions.ts";

const definition = (part: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  attribute: "mail",
  mappedAttribute: null,
  type: "string",
  actionOnCreate: "ignore",
  actionOnUpdate: "ignore",
  minValues: 0,
  maxValues: 1,
  valueRegex: null,
  ...part,
});
const judge = (
  part: Partial<AttributeDefinition>,
  given: OrderAttributes,
  { occasion = "create", profile = {} }: { occasion?: Occasion; profile?: Profile } = {},
) => judgeAttributes([definition(part)], { occasion, given, profile });
const faults = (...call: Parameters<typeof judge>) => judge(...call).faults.map(({ message }) => message);

test("what no definition names, and what fits, is taken as it is", () => {
  const given = { mail: ["a@b.c"], other: [1, 2] };
  expect(judge({}, given)).toEqual({ attributes: given, faults: [] });
});

describe("types", () => {
  test.each<[string, string | number | boolean, boolean]>([
    ["string", "x", true],
    ["string", 1, false],
    ["string", true, false],
    ["number", 1.5, true],
    ["number", "-1.5", true],
    ["number", "one", false],
    ["number", "", false],
    ["number", true, false],
    ["boolean", true, true],
    ["boolean", "FALSE", true],
    ["boolean", "no", false],
    ["boolean", 1, false],
    ["dateTime", "2030-01-31", true],
    ["dateTime", "2030-01-31T08:00:00Z", true],
    ["dateTime", "20300131080000Z", true],
    ["dateTime", "2030-13-31", false],
    ["dateTime", "tomorrow", false],
    ["dateTime", 5, false],
  ])("%s takes %j: %j", (type, value, fits) => {
    expect(faults({ type }, { mail: [value] })).toEqual(
      fits ? [] : [expect.stringMatching(/^mail takes .* only \(type/)],
    );
  });
});

describe("counts", () => {
  test("a create needs minValues, an update only where it names the attribute", () => {
    const required = { minValues: 1, maxValues: 2 };
    expect(faults(required, {})).toEqual(["mail needs at least 1 value(s) (minValues), but has 0."]);
    expect(faults(required, {}, { occasion: "update" })).toEqual([]);
    expect(faults({ minValues: 2, maxValues: 2 }, { mail: ["a"] }, { occasion: "update" })).toHaveLength(1);
  });

  test("more than maxValues are refused, options and capitals counted together", () => {
    expect(faults({}, { mail: ["a", "b"] })).toEqual(["mail takes at most 1 value(s) (maxValues), but has 2."]);
    expect(faults({}, { Mail: ["a"], "MAIL;lang-de": ["b"] })).toHaveLength(1);
  });
});

describe("valueRegex", () => {
  test("judges each value, whatever options its name has", () => {
    const rule = { valueRegex: "^[^@]+@example\\.test$", maxValues: 3 };
    expect(faults(rule, { mail: ["a@example.test", "b@example.test"] })).toEqual([]);
    expect(faults(rule, { "mail;lang-de": ["a@example.test", "elsewhere"] })).toEqual([
      "mail must fit ^[^@]+@example\\.test$ (valueRegex).",
    ]);
  });

  test("that would try again and again is quick, and one of an earlier version that cannot be judged refuses", () => {
    expect(faults({ valueRegex: "^(a+)+$" }, { mail: [`${"a".repeat(1000)}!`] })).toHaveLength(1);
    expect(faults({ valueRegex: "(?=x)x" }, { mail: ["x"] })).toEqual([
      expect.stringMatching(/^mail cannot be judged: the valueRegex .* correct the definition\.$/),
    ]);
    expect(faults({ valueRegex: "x" }, { mail: ["x".repeat(1025)] })).toEqual([expect.stringContaining("1024")]);
  });
});

describe("the action set", () => {
  const rule = { actionOnCreate: "set", mappedAttribute: "email" };
  const profile = { email: ["ada@example.test"] };

  test("puts the profile's values in where none are given, on the occasions that it is for", () => {
    expect(judge(rule, { sn: ["A"] }, { profile }).attributes).toEqual({ sn: ["A"], mail: ["ada@example.test"] });
    expect(judge(rule, { sn: ["A"] }, { profile, occasion: "update" }).attributes).toEqual({ sn: ["A"] });
    const update = { actionOnUpdate: "set", mappedAttribute: "email" };
    expect(judge(update, {}, { profile, occasion: "update" }).attributes).toEqual({ mail: ["ada@example.test"] });
  });

  test("takes the same value, and no other one", () => {
    expect(faults(rule, { mail: ["ada@example.test"] }, { profile })).toEqual([]);
    expect(faults(rule, { mail: ["root@example.test"] }, { profile })).toEqual([
      "mail is set from the profile attribute 'email' and takes no other value; leave it out.",
    ]);
  });

  test("leaves the choice where the profile says nothing, and judges what the profile says", () => {
    expect(judge(rule, { mail: ["x"] }, {}).faults).toEqual([]);
    expect(judge({ ...rule, mappedAttribute: "constructor" }, {}, { profile }).attributes).toEqual({});
    expect(faults({ ...rule, valueRegex: "^x" }, {}, { profile })).toHaveLength(1);
  });
});

describe("the judge of many values", () => {
  test("judges type and valueRegex as they are judged one by one, and is none where every text fits", () => {
    expect(valuesJudge({ type: "string", valueRegex: null })).toBeUndefined();
    const judges = (part: Partial<AttributeDefinition>, text: string) => valuesJudge(definition(part))?.([text]);
    for (const [part, text] of [
      [{ type: "number" }, "1"],
      [{ type: "number" }, "one"],
      [{ valueRegex: "^a" }, "ab"],
      [{ valueRegex: "^a" }, "ba"],
      [{ valueRegex: "x" }, "x".repeat(1025)],
      [{ valueRegex: "(?=x)x" }, "x"],
      [{ type: "boolean", valueRegex: "^t" }, "false"],
    ] as const)
      expect(judges(part, text)).toBe(faults(part, { mail: [text] }).length === 0);
  });
});
