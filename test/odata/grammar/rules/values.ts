import type { Cursor } from "#api/odata/syntax/cursor.ts";
import { readGeo, readShape } from "#api/odata/syntax/geo.ts";
import { openCursor } from "#api/odata/syntax/grammar.ts";
import { patterns } from "#api/odata/syntax/literal-patterns.ts";
import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";

import { byPattern, forRules, refuse, type RuleReader, type RuleTable, where } from "./reader.ts";

const member = String.raw`(?:[+-]?\d{1,19}|[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*)`;
const number = String.raw`[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|NaN|-?INF`;
const shapes = ["Collection", "LineString", "MultiLineString", "MultiPoint", "MultiPolygon", "Point", "Polygon"];

const scalarRules: RuleTable = {
  booleanValue: byPattern("true|false"),
  guidValue: byPattern(patterns.guid, "i"),
  durationValue: byPattern(patterns.duration, "i"),
  dateTimeOffsetValue: byPattern(`${patterns.date}T${patterns.time}(?:Z|[+-]${patterns.offset})`, "i"),
  dateValue: byPattern(patterns.date),
  timeOfDayValue: byPattern(patterns.time),
  enumValue: byPattern(`${member}(?:,${member})*`, "u"),
  singleEnumValue: byPattern(member, "u"),
  decimalValue: byPattern(number),
  doubleValue: byPattern(number),
  singleValue: byPattern(number),
  sbyteValue: integer(3),
  byteValue: byPattern(String.raw`\d{1,3}`),
  int16Value: integer(5),
  int32Value: integer(10),
  int64Value: integer(19),
  binaryValue: byPattern(patterns.binary),
};

const geoRules: RuleTable = {
  ...Object.fromEntries(
    shapes.flatMap((shape) => {
      const written = (shape === "Collection" ? "GeometryCollection" : shape).toLowerCase();
      const data = undecoded(
        (cursor) => void (readShape(cursor) === written || refuse("geoLiteral", `This is no ${written}.`)),
      );
      const full = undecoded(readGeo);
      const begins = new RegExp(`^SRID=\\d+;${written}\\(`, "i");
      const lower = `${shape[0]?.toLowerCase()}${shape.slice(1)}`;
      return [
        [`${lower}Literal`, data],
        [
          `full${shape}Literal`,
          where(
            (text, rule) => (full(text, rule), text),
            (text) => begins.test(text),
          ),
        ],
      ];
    }),
  ),
  geoLiteral: undecoded(readShape),
  sridLiteral: byPattern(String.raw`SRID=\d{1,5};`, "i"),
};

const valueRulesInOrder = [...Object.values(scalarRules), undecoded(readGeo)];

/** Rules of literals in the form of payloads, where nothing is percent-encoded. */
export const valueRules: RuleTable = {
  ...scalarRules,
  ...geoRules,
  ...forRules("primitiveValue", (text, rule) => {
    if (!valueRulesInOrder.some((reader) => accepts(reader, text, rule))) refuse(rule, "This is no primitive value.");
    return { kind: rule, text };
  }),
};

function accepts(reader: RuleReader, text: string, rule: string): boolean {
  try {
    reader(text, rule);
    return true;
  } catch (error) {
    if (error instanceof ODataSyntaxError) return false;
    throw error;
  }
}

// The model checks the range; the grammar counts the digits.
function integer(digits: number): RuleReader {
  return byPattern(`[+-]?\\d{1,${digits}}`);
}

function undecoded(read: (cursor: Cursor) => unknown): RuleReader {
  return (text, rule) => {
    if (text.includes("%")) refuse(rule, "Nothing is percent-encoded in a payload.", text.indexOf("%"));
    const cursor = openCursor(text, 0, "plus");
    const tree = read(cursor);
    cursor.expectEnd(rule);
    return tree;
  };
}
