import type { Cursor } from "./cursor.ts";
import { readExpand } from "./expand.ts";
import { readCompute, readOrderBy } from "./orderby-and-compute.ts";
import { readSearch } from "./search.ts";
import { readSelect } from "./select.ts";
import type { OptionName, OptionValues } from "./tree.ts";

/** Values of options while they are being read. */
export type GivenOptions = { -readonly [Name in OptionName]?: NonNullable<OptionValues[Name]> };

const digits = /\d{1,15}(?!\d)/y;
const levels = /[1-9]\d{0,14}(?!\d)|max(?![a-z])/iy;
const index = /-?\d{1,15}(?!\d)/y;
const truth = /(?:true|false)(?![a-z])/iy;
const format = /(?:atom|json|xml|[^/\s?#]+\/[^/\s?#]+)$/iy;
const schemaVersion = /(?:\*|[\w.~-]+)$/y;
const anything = /[\s\S]+$/y;

/** Readers of the values of the options. */
const readers: { readonly [Name in OptionName]: (cursor: Cursor) => NonNullable<OptionValues[Name]> } = {
  apply: (cursor) => expectMatch(cursor, anything, "apply", "a transformation"),
  compute: readCompute,
  count: (cursor) => expectMatch(cursor, truth, "inlinecount", "'true' or 'false'").toLowerCase() === "true",
  deltatoken: (cursor) => expectMatch(cursor, anything, "deltatoken", "a token"),
  expand: readExpand,
  filter: (cursor) => cursor.grammar.expression(cursor),
  format: (cursor) => expectMatch(cursor, format, "format", "'json', 'xml', 'atom' or a media type"),
  id: (cursor) => expectMatch(cursor, anything, "id", "an address"),
  index: (cursor) => Number(expectMatch(cursor, index, "index", "a whole number")),
  levels: (cursor) => {
    const text = expectMatch(cursor, levels, "levels", "a whole number from 1 or 'max'").toLowerCase();
    return text === "max" ? text : Number(text);
  },
  orderby: readOrderBy,
  schemaversion: (cursor) => expectMatch(cursor, schemaVersion, "schemaversion", "a version or '*'"),
  search: readSearch,
  select: readSelect,
  skip: (cursor) => Number(expectMatch(cursor, digits, "skip", "a whole number from 0")),
  skiptoken: (cursor) => expectMatch(cursor, anything, "skiptoken", "a token"),
  top: (cursor) => Number(expectMatch(cursor, digits, "top", "a whole number from 0")),
};

/**
 * Reads the value of an option into `given`.
 * @throws ODataSyntaxError
 */
export function readOption<Name extends OptionName>(cursor: Cursor, name: Name, given: GivenOptions): void {
  const value: GivenOptions[Name] = readers[name](cursor);
  given[name] = value;
}

/** Returns the system query option of a name, which may be written with or without `$` and in either case. */
export function systemOption(written: string): OptionName | null {
  const bare = written.startsWith("$") ? written.slice(1) : written;
  if (Object.hasOwn(readers, bare)) return bare as OptionName;
  const lower = bare.toLowerCase();
  return Object.hasOwn(readers, lower) ? (lower as OptionName) : null;
}

function expectMatch(cursor: Cursor, pattern: RegExp, rule: string, what: string): string {
  return cursor.match(pattern) ?? cursor.fail(rule, `The value must be ${what}.`);
}
