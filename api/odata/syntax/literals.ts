import type { Cursor } from "./cursor.ts";
import { readGeo } from "./geo.ts";
import { patterns } from "./literal-patterns.ts";
import { takeIdentifier } from "./names.ts";
import type { Literal, LiteralType } from "./tree.ts";

const rule = "primitiveLiteral";
const guid = new RegExp(patterns.guid, "iy");
const date = new RegExp(patterns.date, "y");
// A plus of an offset or of an exponent comes as a blank from clients that did not encode it; nothing else could be meant.
const timeAndOffset = new RegExp(`T${patterns.time}(?:Z|[+ -]${patterns.offset})`, "iy");
const time = new RegExp(patterns.time, "y");
const number = /[+-]?\d+(?:\.\d+)?(?:e[+ -]?\d+)?/iy;
const prefixed = { duration: new RegExp(`^${patterns.duration}$`, "i"), binary: new RegExp(`^${patterns.binary}$`) };
const enumNumber = /[+-]?\d{1,19}/y;
const int64Digits = 19;

const zero = 48;
const nine = 57;
const minus = 45;
const plus = 43;
const quote = 39;

/** Reads a primitive literal that starts with a digit, a sign or a quote; returns null if none stands here. */
export function takePlainLiteral(cursor: Cursor): Literal | null {
  const code = cursor.peek();
  if (code === quote) return literal(cursor, "string", cursor.index, readString(cursor));
  if (code >= zero && code <= nine) return takeNumeric(cursor);
  if (code !== minus && code !== plus) return null;
  const next = cursor.text.charCodeAt(cursor.index + 1);
  if (next >= zero && next <= nine) return takeNumeric(cursor);
  const from = cursor.index;
  if (code === minus && cursor.takeText("-INF")) return literal(cursor, "double", from, "-INF");
  return null;
}

/**
 * Turns a name that was just read into a literal if it is one: `null`, `true`, `duration'…'`, `NS.Enum'…'`, a GUID that
 * starts with a letter. Returns null if it is just a name.
 * @throws ODataSyntaxError when it begins a literal that is then wrong
 */
export function takeNamedLiteral(cursor: Cursor, name: string, from: number): Literal | null {
  const next = cursor.peek();
  if (next === quote) return readPrefixed(cursor, name, from);
  if (next === minus && name.length === 8) {
    const end = cursor.index;
    cursor.index = from;
    const found = cursor.match(guid);
    if (found !== null) return literal(cursor, "guid", from, found);
    cursor.index = end;
  }
  if (name.length > 5 || name.length < 3) return null;
  if (name === "null") return literal(cursor, "null", from, name);
  if (name === "INF" || name === "NaN") return literal(cursor, "double", from, name);
  const lower = name.toLowerCase();
  return lower === "true" || lower === "false" ? literal(cursor, "boolean", from, lower) : null;
}

/**
 * Reads a primitive literal that must stand here.
 * @throws ODataSyntaxError
 */
export function readLiteral(cursor: Cursor): Literal {
  const from = cursor.index;
  const plain = takePlainLiteral(cursor);
  if (plain !== null) return plain;
  // A qualified enum type is a name with dots.
  let name = takeIdentifier(cursor);
  while (name !== null && cursor.text[cursor.index] === ".") {
    cursor.index += 1;
    name = takeIdentifier(cursor) === null ? null : cursor.text.slice(from, cursor.index);
  }
  const found = name === null ? null : takeNamedLiteral(cursor, name, from);
  return (
    found ?? cursor.fail(rule, "A literal is expected here: a number, a text in single quotes, a guid, a date, …", from)
  );
}

/**
 * Reads a text in single quotes, in which a quote is doubled, and gives its characters.
 * @throws ODataSyntaxError
 */
export function readString(cursor: Cursor): string {
  const { text, index: from } = cursor;
  if (cursor.peek() !== quote) cursor.fail("stringLiteral", "A text in single quotes is expected here.");
  let doubled = false;
  for (let end = text.indexOf("'", from + 1); end >= 0; end = text.indexOf("'", end + 2)) {
    if (text.charCodeAt(end + 1) !== quote) {
      cursor.index = end + 1;
      const inner = text.slice(from + 1, end);
      return doubled ? inner.replaceAll("''", "'") : inner;
    }
    doubled = true;
  }
  return cursor.fail(
    "stringLiteral",
    "The quote that is opened here is not closed. A quote inside a text is doubled.",
    from,
  );
}

function takeNumeric(cursor: Cursor): Literal {
  const { text, index: from } = cursor;
  if (text.charCodeAt(from + 8) === minus) {
    const found = cursor.match(guid);
    if (found !== null) return literal(cursor, "guid", from, found);
  }
  const mark = text.charCodeAt(from + 2);
  if (mark === 58 && takeTime(cursor)) return literal(cursor, "timeOfDay", from, text.slice(from, cursor.index));
  const day = cursor.match(date);
  if (day !== null) {
    const moment = cursor.match(timeAndOffset);
    if (moment === null) return literal(cursor, "date", from, day);
    return literal(cursor, "dateTimeOffset", from, (day + moment).replace(" ", "+").toUpperCase());
  }
  const digits = cursor.match(number) ?? cursor.fail(rule, "A number is expected here.");
  return literal(cursor, numberType(digits), from, digits.replace(" ", "+"));
}

// In `case(X gt 10:20,true:0)` the colon divides; a time of day is meant only where a colon or an operator follows.
function takeTime(cursor: Cursor): boolean {
  const from = cursor.index;
  if (cursor.match(time) === null) return false;
  if (!cursor.colonEnds) return true;
  const end = cursor.index;
  cursor.skipBlanks();
  const next = cursor.text[cursor.index] ?? ",";
  const divides = next === "," || next === ")";
  cursor.index = divides ? from : end;
  return !divides;
}

function numberType(digits: string): LiteralType {
  if (/[eE]/.test(digits)) return "double";
  if (digits.includes(".")) return "decimal";
  return digits.length > int64Digits && digits.replace(/^[+-]?0*/, "").length > int64Digits ? "decimal" : "integer";
}

function readPrefixed(cursor: Cursor, name: string, from: number): Literal {
  const inside = cursor.index + 1;
  const text = readString(cursor);
  if (name.includes(".")) return readEnum(cursor, name, { from, inside, text });
  const prefix = name.toLowerCase();
  switch (prefix) {
    case "duration":
    case "binary":
      if (!prefixed[prefix].test(text)) refuseText(cursor, prefix, inside);
      return literal(cursor, prefix, from, text);
    case "geography":
    case "geometry": {
      const end = cursor.index;
      cursor.index = inside;
      readGeo(cursor);
      if (cursor.index !== end - 1) refuseText(cursor, prefix, inside);
      cursor.index = end;
      return literal(cursor, prefix, from, text);
    }
    default:
      return cursor.fail(
        "enumLiteral",
        `'${name}' is no prefix of a literal; an enumeration type needs its namespace.`,
        from,
      );
  }
}

function refuseText(cursor: Cursor, type: LiteralType, inside: number): never {
  return cursor.fail(`${type}Literal`, `This is no ${type}Literal.`, inside);
}

function readEnum(cursor: Cursor, typeName: string, at: { from: number; inside: number; text: string }): Literal {
  const end = cursor.index;
  cursor.index = at.inside;
  do {
    if (cursor.match(enumNumber) === null && takeIdentifier(cursor) === null)
      cursor.fail("enumLiteral", "A member of the enumeration or its number is expected here.");
  } while (cursor.take(","));
  if (cursor.index !== end - 1) cursor.fail("enumLiteral", "Only members divided by commas are expected here.");
  cursor.index = end;
  return { kind: "literal", type: "enum", text: at.text, typeName, at: cursor.place(at.from) };
}

function literal(cursor: Cursor, type: LiteralType, from: number, text: string): Literal {
  return { kind: "literal", type, text, typeName: null, at: cursor.place(from) };
}
