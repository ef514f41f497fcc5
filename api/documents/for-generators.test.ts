import { describe, expect, it } from "vitest";

import type { Json } from "../odata/model/input-fields.ts";
import { entitySets } from "../v2/routes.ts";
import { openApiDocument } from "./openapi.ts";

type Part = readonly [way: string, value: Json];

/** Every object of a document, with the way to it. */
function partsOf(value: unknown, way = ""): Part[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([name, part]) => partsOf(part, `${way}/${name}`));
  return Array.isArray(value) ? below : [[way, value as Json], ...below];
}

const alternativesOf = ({ anyOf, oneOf, allOf }: Json) => [anyOf, oneOf, allOf].filter(Array.isArray).flat() as Json[];

/** Returns the schemas that have a type and alternatives beside it. */
const contradictions = (document: Json) =>
  partsOf(document).flatMap(([way, part]) => ("type" in part && alternativesOf(part).length > 0 ? [way] : []));

/** Alternatives that have alternatives of their own, be it in their items or members. */
const nestedAlternatives = (document: Json) =>
  partsOf(document).flatMap(([way, part]) =>
    alternativesOf(part).some((one) => partsOf(one).some(([, inner]) => alternativesOf(inner).length > 0)) ? [way] : [],
  );

// Escapes that JavaScript without flags, Python, Java and RE2 (Go) all know, with the same meaning.
const escape = String.raw`\\(?:[dDwWsS.^$*+?()[\]{}|\\/-]|x[0-9a-f]{2})`;
const repeated = String.raw`[^\\[\](){}*+?]|${escape}|\[\^?(?:[^\\[\]&]|${escape})+\]|\)`;
const times = String.raw`(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??`;
const known = new RegExp(String.raw`^(?:\((?:\?:|(?!\?))|(?:${repeated})(?:${times})?)+$`);

const unknownPatterns = (document: Json) =>
  partsOf(document).flatMap(([, { pattern }]) =>
    typeof pattern === "string" && !known.test(pattern) ? [pattern] : [],
  );

const capital = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

/** Returns the names that generators make of a schema or an operation and of its inner parts, and that another schema has already. */
function takenNames(document: Json): string[] {
  const { schemas } = document["components"] as { readonly schemas: Readonly<Record<string, Json>> };
  const operations = Object.values(document["paths"] as Json).flatMap((methods) =>
    Object.values(methods as Json),
  ) as Json[];
  const bodies = operations.flatMap(({ operationId, requestBody }) =>
    ["", "Body", "Request"].map((end) => [`${operationId as string} ${end}`, requestBody] as const),
  );
  const taken = new Set(Object.keys(schemas).map((name) => name.toLowerCase()));
  return [...Object.entries(schemas), ...bodies]
    .flatMap(([owner, schema]) => innerNames(capital(owner), schema))
    .filter((name) => taken.has(name.toLowerCase()));
}

function innerNames(owner: string, schema: unknown): string[] {
  return partsOf(schema).flatMap(([, { properties }]) =>
    Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).flatMap(([name, part]) => {
      const named = partsOf(part).filter(([, inner]) => ["enum", "properties", "anyOf"].some((word) => word in inner));
      const titles = named.map(([, { title }]) => (typeof title === "string" ? title : name));
      return titles.flatMap((title) => ["", "Item", "Inner"].map((end) => `${owner}${capital(title)}${end}`));
    }),
  );
}

const document = openApiDocument(entitySets, "https://gatehouse.example");
const planted = (schemas: Json): Json => ({ components: { schemas }, paths: {} });
const nullType = { type: "null" };

describe("the document, for generators of clients", () => {
  it("has no schema whose type and alternatives contradict each other", () => {
    const value = { type: "string", anyOf: [{ minLength: 1 }, nullType] };
    expect(contradictions(planted({ A: { properties: { value } } }))).toHaveLength(1);
    expect(contradictions(document)).toEqual([]);
  });

  it("has no alternatives within alternatives", () => {
    const scalar = { anyOf: [{ type: "string" }, { type: "number" }] };
    const value = { anyOf: [{ type: "array", items: scalar }, nullType] };
    expect(nestedAlternatives(planted({ A: { properties: { value } } }))).toHaveLength(1);
    expect(nestedAlternatives(document)).toEqual([]);
  });

  it.each([
    String.raw`^[^/\p{Cc}]+$`,
    String.raw`[\u0000-\u001f]`,
    "(?=a)",
    "(?!a)",
    "(?<name>a)",
    String.raw`(a)\1`,
    "a*+",
    "[a&&b]",
    "a{1001}",
  ])("has no pattern that only some languages know, such as %s", (pattern) => {
    expect(unknownPatterns(planted({ A: { properties: { name: { type: "string", pattern } } } }))).toEqual([pattern]);
    expect(unknownPatterns(document)).toEqual([]);
  });

  it("has patterns that are quick to compile without flags", () => {
    const patterns = partsOf(document).flatMap(([, { pattern }]) => (typeof pattern === "string" ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(20);
    for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow();
  });

  it("has no name that generators make themselves", () => {
    const state = { type: "string", enum: ["open"] };
    const schemas = { Delegation: { type: "object", properties: { state } }, DelegationState: { type: "object" } };
    expect(takenNames(planted(schemas))).toEqual(["DelegationState"]);
    expect(takenNames(document)).toEqual([]);
  });
});
