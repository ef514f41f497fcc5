import { describe, expect, it } from "vitest";

import type { Json } from "../odata/model/input-fields.ts";
import { plainForms } from "./plain-forms.ts";

const nullType = { type: "null" };

describe("alternatives of a schema", () => {
  it.each<[string, Json, Json]>([
    [
      "one beside null is itself or null, with its bounds",
      { description: "A name.", anyOf: [{ type: "string", maxLength: 5 }, nullType] },
      { type: ["string", "null"], maxLength: 5, description: "A name." },
    ],
    [
      "values beside null have null among them",
      { anyOf: [{ type: "string", enum: ["a", "b"] }, nullType] },
      { type: ["string", "null"], enum: ["a", "b", null] },
    ],
    [
      "of different types are one schema",
      { anyOf: [{ type: "string", maxLength: 5 }, { type: "number" }, nullType] },
      { type: ["string", "number", "null"], maxLength: 5 },
    ],
    [
      "within alternatives are beside them",
      { anyOf: [{ description: "Either.", anyOf: [{ type: "string" }, { type: "array", items: {} }] }, nullType] },
      { type: ["string", "array", "null"], items: {}, description: "Either." },
    ],
    [
      "of the same type stay",
      { anyOf: [{ type: "string", maxLength: 5 }, { type: "string", pattern: "^a" }, nullType] },
      { anyOf: [{ type: "string", maxLength: 5 }, { type: "string", pattern: "^a" }, nullType] },
    ],
    [
      "with words that concern every value stay",
      { anyOf: [{ type: "string", const: "" }, { type: "number" }] },
      { anyOf: [{ type: "string", const: "" }, { type: "number" }] },
    ],
    ["of a reference and null stay", { anyOf: [{ $ref: "#/a" }, nullType] }, { oneOf: [{ $ref: "#/a" }, nullType] }],
    [
      "have their default, unless it is null",
      {
        properties: {
          a: { type: "string", default: "x" },
          b: { anyOf: [{ type: "integer" }, nullType], default: null },
        },
      },
      { properties: { a: { type: "string", default: "x" }, b: { type: ["integer", "null"] } } },
    ],
    [
      "stand at any depth",
      { type: "object", properties: { a: { type: "array", items: { anyOf: [{ type: "string" }, nullType] } } } },
      { type: "object", properties: { a: { type: "array", items: { type: ["string", "null"] } } } },
    ],
  ])("%s", (_what, schema, plain) => {
    expect(plainForms(schema)).toEqual(plain);
    expect(plainForms(plain)).toEqual(plain);
  });
});
