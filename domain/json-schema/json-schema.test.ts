import { describe, expect, it } from "vitest";

import type { JsonValue } from "../json.ts";
import { addressSchemaDepthMax, addressSchemaMaxCharacters, addressSchemaPartsMax } from "../report-limits.ts";
import { readJsonSchema } from "./json-schema.ts";

const faults = (schema: JsonValue, value: JsonValue) =>
  readJsonSchema(schema)(value).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("a JSON Schema that somebody else has written", () => {
  const address = {
    type: "object",
    properties: {
      host: { type: "string", minLength: 1, pattern: "^[a-z.]+$", errorMessage: { pattern: "a host name" } },
      port: { type: "integer", minimum: 1, maximum: 65_535, default: 636 },
      names: { type: "array", items: { type: "string", maxLength: 3 }, minItems: 1 },
      kind: { enum: ["one", { two: [2] }] },
      tls: { anyOf: [{ type: "null" }, { type: "object", properties: { ca: { type: "string" } }, required: ["ca"] }] },
    },
    required: ["host"],
    additionalProperties: false,
  };

  it.each<[JsonValue, readonly string[]]>([
    [{ host: "a.b" }, []],
    [{ host: "a", port: 1, names: ["abc"], kind: { two: [2] }, tls: { ca: "x" } }, []],
    [{}, ["host: is needed"]],
    [[], [": must be an object"]],
    [{ host: "A" }, ["host: a host name"]],
    [{ host: "a", port: 0.5 }, ["port: must be a whole number", "port: must be at least 1"]],
    [{ host: "a", names: [] }, ["names: must have at least 1 entries"]],
    [{ host: "a", names: ["abcd"] }, ["names.0: must have at most 3 characters"]],
    [{ host: "a", kind: { two: [3] } }, ['kind: must be "one" or {"two":[2]}']],
    [{ host: "a", tls: {} }, ["tls.ca: is needed"]],
    [{ host: "a", more: 1 }, ["more: is no property that the connector knows; it knows host, port, names, kind, tls"]],
  ])("judges %j", (value, told) => {
    expect(faults(address, value)).toEqual(told);
  });

  it.each<[JsonValue, JsonValue, JsonValue]>([
    [{ not: { const: 1 } }, 2, 1],
    [{ oneOf: [{ minimum: 1 }, { maximum: 3 }] }, 0, 2],
    [{ allOf: [{ minimum: 1 }, { exclusiveMaximum: 3 }] }, 2, 3],
    [{ prefixItems: [{ type: "string" }], items: { type: "number" } }, ["a", 1], ["a", "b"]],
    [{ propertyNames: { pattern: "^a" } }, { a: 1 }, { b: 1 }],
    [{ additionalProperties: { type: "boolean" } }, { a: true }, { a: 1 }],
    [{ exclusiveMinimum: 1, maximum: 5 }, 2, 1],
    [{ maxItems: 1 }, [1], [1, 2]],
  ])("takes with %j the value %j and not %j", (schema, good, bad) => {
    expect([faults(schema, good).length, faults(schema, bad).length > 0]).toEqual([0, true]);
  });

  it("changes nothing: a default is no value", () => {
    const value = { host: "a" };
    readJsonSchema(address)(value);
    expect(value).toEqual({ host: "a" });
  });

  it("leaves the pattern of a format to the connector", () => {
    expect(faults({ type: "string", format: "email", pattern: "^(?!x)" }, "x")).toEqual([]);
  });

  it.each<[string, JsonValue, RegExp]>([
    ["a reference", { properties: { a: { $ref: "#" } } }, /properties\.a\.\$ref is not supported/],
    ["a pattern that looks ahead", { pattern: "(?=a)" }, /pattern looks ahead/],
    ["an open bracket in a pattern", { pattern: "(" }, /pattern has a \( without/],
    ["counts in a pattern", { pattern: ".{999}.{999}.{999}.{999}" }, /pattern is too long once its counts/],
    ["an unknown type", { type: "text" }, /type must be one of string/],
    ["a length as a text", { minLength: "1" }, /minLength must be a number/],
    ["properties as a list", { properties: [] }, /properties must be an object/],
    ["required as a text", { required: "a" }, /required must be a list/],
    ["anyOf as an object", { anyOf: {} }, /anyOf must be a list/],
    ["items as a number", { items: 1 }, /items must be an object/],
    ["enum as an object", { enum: {} }, /enum must be a list/],
    ["too many characters", { title: "a".repeat(addressSchemaMaxCharacters) }, /has more than \d+ characters/],
    [
      "too many parts",
      { anyOf: Array.from({ length: addressSchemaPartsMax + 1 }, () => true) },
      /has more than \d+ parts/,
    ],
    [
      "too much pattern",
      { allOf: Array.from({ length: 10 }, () => ({ pattern: "a".repeat(250) })) },
      /all patterns together/,
    ],
    ["too much depth", nested(addressSchemaDepthMax + 1), /lies deeper than/],
  ])("is refused in words where it has %s", (_what, schema, words) => {
    expect(() => readJsonSchema(schema)).toThrow(
      expect.objectContaining({ name: "SchemaError", message: expect.stringMatching(words) }),
    );
  });

  it("takes a bounded amount of work, whatever it says and is asked", () => {
    const forms = { anyOf: Array.from({ length: 200 }, () => ({ pattern: "^(a+)+$" })) };
    const text = `${"a".repeat(20_000)}!`;
    expect(faults({ pattern: "^(a+)+$" }, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")).toHaveLength(1);
    expect(
      faults(
        { items: forms },
        Array.from({ length: 50 }, () => text),
      ),
    ).toEqual([expect.stringMatching(/takes more than \d+ steps to check/)]);
  });
});

function nested(depth: number): JsonValue {
  return depth === 0 ? {} : { not: nested(depth - 1) };
}
