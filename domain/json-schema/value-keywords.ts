import type { JsonValue } from "../json.ts";
import { type Check, isList } from "./check.ts";
import { sameJson } from "./same-json.ts";
import type { KeywordReader, SchemaPlace } from "./schema-reader.ts";

const wordsMaxCharacters = 400;
const types: Readonly<Record<string, { readonly words: string; readonly has: (value: JsonValue) => boolean }>> = {
  string: { words: "a text", has: (value) => typeof value === "string" },
  number: { words: "a number", has: (value) => typeof value === "number" },
  integer: { words: "a whole number", has: (value) => Number.isInteger(value) },
  boolean: { words: "true or false", has: (value) => typeof value === "boolean" },
  null: { words: "null", has: (value) => value === null },
  array: { words: "a list", has: isList },
  object: { words: "an object", has: (value) => typeof value === "object" && value !== null && !isList(value) },
};

/** Keywords of JSON Schema for a single value. */
export const valueKeywords: Readonly<Record<string, KeywordReader>> = {
  type(rule, at) {
    const wanted = (isList(rule) ? rule : [rule]).map((name) => {
      const type = typeof name === "string" && Object.hasOwn(types, name) ? types[name] : undefined;
      return type ?? at.reader.fail(at.path, `must be one of ${Object.keys(types).join(", ")}`);
    });
    const words = wordsOf(at, "type", `must be ${wanted.map((type) => type.words).join(" or ")}`);
    return faultUnless((value) => wanted.some((type) => type.has(value)), words);
  },
  const: (rule, at) => oneOf([rule], at, "const"),
  enum(rule, at) {
    return oneOf(isList(rule) ? rule : at.reader.fail(at.path, "must be a list"), at, "enum");
  },
  pattern(rule, at) {
    if (typeof rule !== "string") return at.reader.fail(at.path, "must be a text");
    // With a `format`, the pattern is the schema library's own, written for other engines.
    if (at.schema["format"] !== undefined) return undefined;
    const { steps, fits } = at.reader.pattern(rule, at.path);
    const words = wordsOf(at, "pattern", `must match the pattern ${rule}`);
    return (value, path, checking) => {
      if (typeof value !== "string") return;
      checking.spend(steps * (value.length + 1));
      if (!fits(value)) checking.fault(path, words);
    };
  },
  minLength: bound("minLength", textLength, (length, limit) => length >= limit, "must have at least # characters"),
  maxLength: bound("maxLength", textLength, (length, limit) => length <= limit, "must have at most # characters"),
  minItems: bound("minItems", listLength, (length, limit) => length >= limit, "must have at least # entries"),
  maxItems: bound("maxItems", listLength, (length, limit) => length <= limit, "must have at most # entries"),
  minimum: bound("minimum", number, (value, limit) => value >= limit, "must be at least #"),
  maximum: bound("maximum", number, (value, limit) => value <= limit, "must be at most #"),
  exclusiveMinimum: bound("exclusiveMinimum", number, (value, limit) => value > limit, "must be above #"),
  exclusiveMaximum: bound("exclusiveMaximum", number, (value, limit) => value < limit, "must be below #"),
};

/** Returns the author's own words for a keyword (`errorMessage`), or the given ones. */
export function wordsOf({ schema }: Pick<SchemaPlace, "schema">, keyword: string, words: string): string {
  const given = schema["errorMessage"];
  const own = typeof given === "object" && given !== null ? Object.entries(given) : [];
  const [, text] = own.find(([name]) => name === keyword) ?? [];
  return (typeof text === "string" && text !== "" ? text : words).slice(0, wordsMaxCharacters);
}

function oneOf(allowed: readonly JsonValue[], at: SchemaPlace, keyword: string): Check {
  const words = wordsOf(at, keyword, `must be ${allowed.map((value) => JSON.stringify(value)).join(" or ")}`);
  return (value, path, checking) => {
    checking.spend(allowed.length);
    if (!allowed.some((one) => sameJson(one, value, checking))) checking.fault(path, words);
  };
}

function bound(
  keyword: string,
  measure: (value: JsonValue) => number | undefined,
  holds: (measured: number, limit: number) => boolean,
  words: string,
): KeywordReader {
  return (rule, at) => {
    if (typeof rule !== "number") return at.reader.fail(at.path, "must be a number");
    const message = wordsOf(at, keyword, words.replace("#", String(rule)));
    return faultUnless((value) => {
      const measured = measure(value);
      return measured === undefined || holds(measured, rule);
    }, message);
  };
}

function faultUnless(holds: (value: JsonValue) => boolean, words: string): Check {
  return (value, path, checking) => {
    if (!holds(value)) checking.fault(path, words);
  };
}

function textLength(value: JsonValue): number | undefined {
  return typeof value === "string" ? value.length : undefined;
}

function listLength(value: JsonValue): number | undefined {
  return isList(value) ? value.length : undefined;
}

function number(value: JsonValue): number | undefined {
  return typeof value === "number" ? value : undefined;
}
