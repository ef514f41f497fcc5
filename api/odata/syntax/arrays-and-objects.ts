import type { Cursor } from "./cursor.ts";
import type { Expression } from "./tree.ts";

const rule = "arrayOrObject";
const quote = 34;
const backslash = 92;
const simple: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const unicode = /[0-9a-f]{4}/iy;
const plain = /[^"\\]*/y;

/**
 * Reads JSON in a query: an array or an object, whose values may be any expressions.
 * @throws ODataSyntaxError
 */
export function readJson(cursor: Cursor): Expression {
  cursor.enter(rule);
  const { colonEnds } = cursor;
  cursor.colonEnds = false;
  const json = cursor.take("[") ? readArray(cursor) : readObject(cursor);
  cursor.colonEnds = colonEnds;
  cursor.leave();
  return json;
}

/**
 * Reads a text in double quotes and gives its characters.
 * @throws ODataSyntaxError
 */
export function readJsonString(cursor: Cursor): string {
  const from = cursor.index;
  cursor.expect('"', "stringInUrl");
  let value = "";
  for (;;) {
    value += cursor.match(plain) ?? "";
    if (cursor.take('"')) return value;
    if (cursor.peek() !== backslash)
      cursor.fail("stringInUrl", "The double quote that is opened here is not closed.", from);
    cursor.index += 1;
    value += readEscape(cursor);
  }
}

function readEscape(cursor: Cursor): string {
  const letter = cursor.text[cursor.index] ?? "";
  cursor.index += 1;
  if (letter === "u") {
    const digits = cursor.match(unicode) ?? cursor.fail("charInJSON", "Four hexadecimal digits are expected here.");
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
  return Object.hasOwn(simple, letter)
    ? (simple[letter] ?? "")
    : cursor.fail("charInJSON", "This escape is not known in JSON.", cursor.index - 1);
}

function readArray(cursor: Cursor): Expression {
  const at = cursor.place(cursor.index - 1);
  cursor.skipBlanks();
  const items = cursor.list(readValue, "]");
  cursor.skipBlanks();
  cursor.expect("]", "array");
  return { kind: "array", items, at };
}

function readObject(cursor: Cursor): Expression {
  const at = cursor.place();
  cursor.expect("{", "object");
  cursor.skipBlanks();
  const members = cursor.list(readMember, "}");
  cursor.skipBlanks();
  cursor.expect("}", "object");
  return { kind: "object", members, at };
}

function readMember(cursor: Cursor): { name: string; value: Expression } {
  const name = readJsonString(cursor);
  if (!cursor.takeSeparator(":")) cursor.fail("member", "':' is expected here.");
  return { name, value: readValue(cursor) };
}

function readValue(cursor: Cursor): Expression {
  if (cursor.peek() !== quote) return cursor.grammar.expression(cursor);
  const at = cursor.place();
  return { kind: "literal", type: "string", text: readJsonString(cursor), typeName: null, at };
}
