import { guidSeriesEnd } from "#domain/guid-series.ts";
import { objectNameMaxCharacters } from "#domain/limits.ts";
import { keyNamespace } from "#platform/object-key.ts";

import type { BoundSql, SqlValue } from "./sql.ts";

/** A change of rows by the rows of another table. */
export interface UpdateFrom {
  /** Table to change, which gets the alias `t`. */
  readonly table: string;
  /** Other tables with their aliases, as the text after FROM. */
  readonly from: BoundSql;
  readonly where: BoundSql;
  /** Expressions by column. */
  readonly set: Readonly<Record<string, string>>;
  /** Values of the parameters in these expressions. */
  readonly setValues: readonly SqlValue[];
}

/** SQL for loads of discovered objects. */
export interface LoadWords {
  /** Returns a member of a JSON object, as text or number. */
  member(json: string, name: string): string;
  /** Returns the condition that a JSON object has a member, which may be null. */
  hasMember(json: string, name: string): string;
  /** Returns a JSON object merged with the members of another one; members that are null there are removed. */
  merged(json: string, other: string): string;
  /** Returns the same JSON object, in which a member that is `nullMark` becomes null. */
  unmarked(json: string, name: string): string;
  updateFrom(update: UpdateFrom): BoundSql;
  /** Returns the expression for `namedGuid` of a name, from the function that builds the name and the expressions of its parts. */
  namedKey(nameOf: (...parts: string[]) => string, ...expressions: readonly string[]): string;
  readonly values: ValuesWords;
}

/** SQL that reads the text of an object's values (`valuesText`) as rows `v`. */
export interface ValuesWords {
  /** Returns the rows of a text, as they follow FROM and the table of the text. */
  rows(text: string): string;
  /** Returns the key of a value, from the key that was made for its object. */
  key(objectKey: string): string;
  readonly name: string;
  readonly sequence: string;
  value(text: string): string;
}

/** Placeholder for null in a JSON object that is merged, because the merge would drop null; no flag has this number. */
export const nullMark = -1;

const guidCharacters = 36;
const sequenceDigitsMax = 20;
// The end of a key, a sequence, a colon and a name.
const placeSize = guidSeriesEnd + sequenceDigitsMax + 1 + objectNameMaxCharacters;
const guidHead = guidCharacters - guidSeriesEnd;
const afterEnd = guidSeriesEnd + 1;

/** SQL of SQLite; `gh_*` are functions that the connection provides. */
export const sqliteLoadWords: LoadWords = {
  member: (json, name) => `json_extract(${json}, '$.${name}')`,
  hasMember: (json, name) => `json_type(${json}, '$.${name}') IS NOT NULL`,
  merged: (json, other) => `json_patch(${json}, ${other})`,
  // Quotes within texts are escaped, so this can only be the member.
  unmarked: (json, name) => `REPLACE(${json}, '"${name}":${nullMark}', '"${name}":null')`,
  updateFrom: ({ table, from, where, set, setValues }) => ({
    text: `UPDATE \`${table}\` AS t SET ${assignments(set, "")} FROM ${from.text} WHERE ${where.text}`,
    values: [...setValues, ...from.values, ...where.values],
  }),
  namedKey: (nameOf, ...expressions) => `gh_named_guid(${nameParts(nameOf, expressions).join(" || ")})`,
  values: {
    rows: (text) => `json_each(${text}) v`,
    key: (objectKey) => `substr(${objectKey}, 1, ${guidHead}) || substr(v.key, 1, ${guidSeriesEnd})`,
    name: "substr(v.key, instr(v.key, ':') + 1)",
    // The cast reads a number as far as it goes, here to the colon.
    sequence: `CAST(substr(v.key, ${afterEnd}) AS INTEGER)`,
    value: () => "v.value",
  },
};

/** SQL of MariaDB and MySQL. */
export const mariadbLoadWords: LoadWords = {
  member: (json, name) => `JSON_UNQUOTE(JSON_EXTRACT(${json}, '$.${name}'))`,
  hasMember: (json, name) => `JSON_EXTRACT(${json}, '$.${name}') IS NOT NULL`,
  merged: (json, other) => `JSON_MERGE_PATCH(${json}, ${other})`,
  unmarked: (json, name) => `REPLACE(${json}, '"${name}": ${nullMark}', '"${name}": null')`,
  updateFrom: ({ table, from, where, set, setValues }) => ({
    text: `UPDATE \`${table}\` t, ${from.text} SET ${assignments(set, "t.")} WHERE ${where.text}`,
    values: [...from.values, ...setValues, ...where.values],
  }),
  namedKey: (nameOf, ...expressions) => serverNamedGuid(nameParts(nameOf, expressions).join(", ")),
  values: {
    rows: (text) => `JSON_TABLE(JSON_KEYS(${text}), '$[*]' COLUMNS (\`place\` VARCHAR(${placeSize}) PATH '$')) v`,
    key: (objectKey) => `CONCAT(LEFT(${objectKey}, ${guidHead}), LEFT(v.\`place\`, ${guidSeriesEnd}))`,
    name: "SUBSTRING(v.`place`, LOCATE(':', v.`place`) + 1)",
    sequence: `CAST(SUBSTRING_INDEX(SUBSTRING(v.\`place\`, ${afterEnd}), ':', 1) AS SIGNED)`,
    value: (text) => `JSON_UNQUOTE(JSON_EXTRACT(${text}, CONCAT('$.', JSON_QUOTE(v.\`place\`))))`,
  },
};

/** Returns the parts of a name, each as an expression. */
function nameParts(nameOf: (...parts: string[]) => string, expressions: readonly string[]): readonly string[] {
  const texts = nameOf(...expressions.map(() => "\0")).split("\0");
  return texts.flatMap((text, place) => [
    ...(text === "" ? [] : [`'${text}'`]),
    ...expressions.slice(place, place + 1),
  ]);
}

/** Returns the expression for `namedGuid` of a text, given as the parts of a CONCAT. */
function serverNamedGuid(parts: string): string {
  const hash = `SHA1(CONCAT(UNHEX('${keyNamespace.replaceAll("-", "")}'), ${parts}))`;
  const digits = (from: number, count: number) => `SUBSTRING(${hash}, ${from}, ${count})`;
  // The digit that also holds the variant: its two highest bits are 1 and 0.
  const variant = `LOWER(HEX(CONV(${digits(17, 1)}, 16, 10) & 3 | 8))`;
  return `CONCAT(${digits(1, 8)}, '-', ${digits(9, 4)}, '-5', ${digits(14, 3)}, '-', ${variant}, ${digits(18, 3)}, '-', ${digits(21, 12)})`;
}

function assignments(set: UpdateFrom["set"], prefix: string): string {
  return Object.entries(set)
    .map(([column, expression]) => `${prefix}\`${column}\` = ${expression}`)
    .join(", ");
}
