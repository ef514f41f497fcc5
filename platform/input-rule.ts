import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;
type Words = { readonly [Code in Issue["code"]]: (issue: Extract<Issue, { code: Code }>) => string };

const types: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  date: "a moment",
  null: "null",
};

const units: Readonly<Record<string, string>> = {
  string: "characters",
  array: "entries",
  set: "entries",
  map: "entries",
  file: "bytes",
};

const formats: Readonly<Record<string, string>> = {
  guid: "must be a guid",
  uuid: "must be a guid",
  email: "must be an e-mail address",
  url: "must be an absolute address such as https://example.org/path",
  datetime: "must be a moment such as 2030-01-31T12:00:00Z",
  date: "must be a day such as 2030-01-31",
  time: "must be a time such as 12:00:00",
  base64: "must be base64",
  base64url: "must be base64url",
  regex: "does not have the form that it must have",
};

const listedValuesMax = 20;

const words: Words = {
  invalid_type: ({ expected, input }) =>
    input === undefined ? "is missing" : `must be ${types[expected] ?? `of the type ${expected}`}`,
  too_big: ({ origin, maximum, inclusive }) => bound(origin, maximum, inclusive === false ? "less than" : "at most"),
  too_small: ({ origin, minimum, inclusive }) => bound(origin, minimum, inclusive === false ? "more than" : "at least"),
  invalid_format: ({ format, pattern }) =>
    formats[format] ?? (pattern === undefined ? `must have the form ${format}` : "does not have the form it must have"),
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: ({ keys }) => `has fields that are not known here: ${keys.slice(0, listedValuesMax).join(", ")}`,
  invalid_union: () => "has none of the forms that it may have",
  invalid_key: () => "has a name that it may not have",
  invalid_element: () => "has an entry that it may not have",
  invalid_value: ({ values }) => {
    const [only] = values;
    const listed = values.slice(0, listedValuesMax).map(String).join(", ");
    return values.length === 1 ? `must be ${String(only)}` : `must be one of: ${listed}`;
  },
  custom: ({ message }) => message ?? "is not valid",
};

/** Returns the rule that a value breaks, in plain words instead of those of the checker; a rule with words of its own keeps them. */
export function inputRule(issue: Issue): string {
  return (words[issue.code] as (of: Issue) => string)(issue);
}

function bound(origin: string, limit: number | bigint, how: string): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${how} ${limit}`;
  return `must have ${how} ${limit} ${Number(limit) === 1 ? unit.replace(/ies$/, "y").replace(/s$/, "") : unit}`;
}
