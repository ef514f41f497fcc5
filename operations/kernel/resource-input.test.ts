import { describe, expect, it } from "vitest";
import { z } from "zod";

import { longText, text } from "#domain/resources/format/builders.ts";
import type { ResourceProperty } from "#domain/resources/format/property.ts";
import { resources } from "#domain/resources/resources.ts";

import { inputOf } from "./resource-input.ts";
import { quickPattern } from "./text-input.ts";

const names = Object.entries(resources).flatMap(([resource, { properties }]) =>
  Object.entries<ResourceProperty>(properties)
    .filter(([, { facts }]) => isName(facts))
    .map(([name, property]) => [resource, name, property] as const),
);

/** Short texts that callers write; those of a form of their own, such as addresses, have a narrower one. */
function isName({ home, writing, kind, members, collection, type, format = "filled" }: ResourceProperty["facts"]) {
  const isText = kind === "text" && members === undefined && collection !== true && type === "Edm.String";
  return (
    home === "row" && writing !== "never" && isText && ["filled", "notEmpty", "newId", "personId"].includes(format)
  );
}

const takes = (property: ResourceProperty, value: string, occasion: "create" | "change" = "create") => {
  const declared = new Map([["name", property]]);
  const schema = z.strictObject(inputOf({ properties: Object.fromEntries(declared) }, occasion));
  return schema.safeParse({ name: value }).success;
};

/** Returns the problems that a document must name in words: a pattern, a length or a type it shows by itself. */
function problemsInWords(schema: z.ZodType, value: string): readonly string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).filter(({ code }) => code === "custom").map(({ message }) => message);
}

const hidden = ["\u0000", "\u0007", "\t", "\n", "\r", "\u007F", "\u0085", "\u2028", "\u202E", "\u2066"];
// Those and signs that an ID alone must not contain.
const signs = [...hidden, "\u200B", "\u{E0001}", "\u0378", "\u202E\u{1F600}"];

describe("a name that a caller writes", () => {
  it("is found in many resources", () => {
    expect(names.length).toBeGreaterThan(10);
  });

  it.each(names)("of %s, %s, is one line without signs that nobody sees", (_resource, _name, property) => {
    const occasion = property.facts.writing === "change" ? "change" : "create";
    expect(takes(property, "abc", occasion)).toBe(true);
    for (const sign of hidden) expect([sign, takes(property, `a${sign}c`, occasion)]).toEqual([sign, false]);
  });

  it.each(names)("of %s, %s, is refused only by rules that its description names", (_resource, _name, property) => {
    const occasion = property.facts.writing === "change" ? "change" : "create";
    const { name } = inputOf({ properties: { name: property } }, occasion) as { name: z.ZodType };
    const said = signs.flatMap((sign) => problemsInWords(name, `a${sign}c`));
    expect(said).not.toEqual([]);
    const described = JSON.stringify(z.toJSONSchema(name, { io: "input", unrepresentable: "any" }));
    expect(said.filter((rule) => !described.includes(JSON.stringify(rule)))).toEqual([]);
  });

  it("may be in any language", () => {
    const property = text().given() as ResourceProperty;
    for (const name of ["Zoë O’Brien-Łuczak", "שרה כהן", "محمد", "李小龍", "👩‍💻"])
      expect([name, takes(property, name)]).toEqual([name, true]);
  });

  it("is another thing than a text of many lines", () => {
    expect(takes(longText().given() as ResourceProperty, "one\ntwo\tthree")).toBe(true);
  });
});

it("judges no pattern that is refused for its length", () => {
  const pattern = quickPattern(400);
  expect(pattern.safeParse("[a-z]+").success).toBe(true);
  const { error } = pattern.safeParse("(".repeat(401));
  expect(error?.issues.map(({ code }) => code)).toEqual(["too_big"]);
});
