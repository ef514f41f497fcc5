import { patterns } from "#api/odata/syntax/literal-patterns.ts";
import { readLiteral } from "#api/odata/syntax/literals.ts";
import { isIdentifier } from "#api/odata/syntax/names.ts";
import type { Literal, LiteralType } from "#api/odata/syntax/tree.ts";

import { type RuleReader, type RuleTable, verbatim, where } from "./reader.ts";

const literal = verbatim(readLiteral) as (text: string) => Literal;
const duration = new RegExp(`^${patterns.duration}$`, "i");
const number = /^[+-]?\d{1,19}$/;
const shapes = ["Collection", "LineString", "MultiLineString", "MultiPoint", "MultiPolygon", "Point", "Polygon"];

/** Rules of literals in the form of addresses. */
export const literalRules: RuleTable = {
  primitiveLiteral: literal,
  keyPropertyValue: of(
    "boolean",
    "guid",
    "dateTimeOffset",
    "date",
    "timeOfDay",
    "integer",
    "decimal",
    "double",
    "string",
    "duration",
    "enum",
  ),
  null: of("null"),
  boolean: of("boolean"),
  guid: of("guid"),
  date: of("date"),
  dateTimeOffsetLiteral: of("dateTimeOffset"),
  dateTimeOffsetValueInUrl: of("dateTimeOffset"),
  timeOfDayLiteral: of("timeOfDay"),
  decimalLiteral: of("integer", "decimal", "double"),
  doubleLiteral: of("integer", "decimal", "double"),
  singleLiteral: of("integer", "decimal", "double"),
  nanInfinity: where(literal, ({ text }) => /^(?:NaN|-?INF)$/.test(text)),
  byte: where(literal, ({ type, text }) => type === "integer" && /^\d{1,3}$/.test(text)),
  sbyteLiteral: integer(3),
  int16Literal: integer(5),
  int32Literal: integer(10),
  int64Literal: integer(19),
  stringLiteral: of("string"),
  durationLiteral: where(
    literal,
    ({ type, text }) => type === "duration" || (type === "string" && duration.test(text)),
  ),
  enumLiteral: where(
    literal,
    ({ type, text }) => type === "enum" || (type === "string" && text.split(",").every(isMember)),
  ),
  singleEnumLiteral: where(
    verbatim((cursor) => ((cursor.index = cursor.text.length), cursor.text)) as (text: string) => string,
    isMember,
  ),
  binaryLiteral: of("binary"),
  ...geo("geography"),
  ...geo("geometry"),
};

function isMember(text: string): boolean {
  return number.test(text) || isIdentifier(text);
}

function of(...types: LiteralType[]): RuleReader {
  return where(literal, ({ type }) => types.includes(type));
}

// The model checks the range; the grammar counts the digits.
function integer(digits: number): RuleReader {
  const written = new RegExp(`^[+-]?\\d{1,${digits}}$`);
  return where(literal, ({ type, text }) => type === "integer" && written.test(text));
}

function geo(prefix: "geography" | "geometry"): RuleTable {
  return Object.fromEntries(
    shapes.map((shape) => {
      const written = shape === "Collection" ? "GeometryCollection" : shape;
      const inside = new RegExp(`^SRID=\\d+;${written}\\(`, "i");
      return [`${prefix}${shape}`, where(literal, ({ type, text }) => type === prefix && inside.test(text))];
    }),
  );
}
