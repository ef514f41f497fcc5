import type { Cursor } from "./cursor.ts";
import { readString } from "./literals.ts";
import type { SearchExpression } from "./tree.ts";

const rule = "searchExpr";
const quotes = 34;
const word = /[^\s()";]+/y;

/**
 * Reads a search: words and phrases with NOT, AND (or just a blank) and OR, which bind in this order.
 * @throws ODataSyntaxError
 */
export function readSearch(cursor: Cursor): SearchExpression {
  cursor.skipBlanks();
  if (cursor.text[cursor.index] !== "'") return readOr(cursor);
  // A text that a person typed, and that cannot be divided, is in single quotes and is searched as it is.
  const at = cursor.place();
  return { kind: "phrase", text: readString(cursor), at };
}

function readOr(cursor: Cursor): SearchExpression {
  const first = readAnd(cursor);
  const of = [first];
  while (takeWord(cursor, "OR")) of.push(readAnd(cursor));
  return of.length === 1 ? first : { kind: "or", of, at: first.at };
}

function readAnd(cursor: Cursor): SearchExpression {
  const first = readNot(cursor);
  const of = [first];
  while (continues(cursor)) of.push(readNot(cursor));
  return of.length === 1 ? first : { kind: "and", of, at: first.at };
}

// Steps over what divides two operands of AND; stays before an OR that divides.
function continues(cursor: Cursor): boolean {
  const from = cursor.index;
  if (takeWord(cursor, "OR")) {
    cursor.index = from;
    return false;
  }
  if (takeWord(cursor, "AND")) return true;
  if (cursor.skipBlanks() && operandFollows(cursor)) return true;
  cursor.index = from;
  return false;
}

// AND and OR divide only where an operand follows; elsewhere they are words like others.
function takeWord(cursor: Cursor, name: "AND" | "OR"): boolean {
  const from = cursor.index;
  if (cursor.skipBlanks() && cursor.takeText(name) && cursor.skipBlanks() && operandFollows(cursor)) return true;
  cursor.index = from;
  return false;
}

function operandFollows(cursor: Cursor): boolean {
  const next = cursor.text[cursor.index];
  return next !== undefined && next !== ")" && (next !== ";" || cursor.wasEscaped());
}

function readNot(cursor: Cursor): SearchExpression {
  const from = cursor.index;
  if (cursor.takeText("NOT") && cursor.skipBlanks() && operandFollows(cursor)) {
    cursor.enter(rule);
    const of = readNot(cursor);
    cursor.leave();
    return { kind: "not", of, at: cursor.place(from) };
  }
  cursor.index = from;
  return readOperand(cursor);
}

function readOperand(cursor: Cursor): SearchExpression {
  const at = cursor.place();
  if (cursor.take("(")) {
    cursor.enter(rule);
    cursor.skipBlanks();
    const inner = readOr(cursor);
    cursor.skipBlanks();
    cursor.expect(")", "searchParenExpr");
    cursor.leave();
    return inner;
  }
  if (cursor.peek() === quotes) return { kind: "phrase", text: readPhrase(cursor), at };
  return { kind: "word", text: readWord(cursor), at };
}

function readPhrase(cursor: Cursor): string {
  const from = cursor.index;
  const end = cursor.text.indexOf('"', from + 1);
  if (end < 0) cursor.fail("searchPhrase", "The double quote that is opened here is not closed.", from);
  if (end === from + 1) cursor.fail("searchPhrase", "There must be something between the double quotes.", from);
  cursor.index = end + 1;
  return cursor.text.slice(from + 1, end);
}

function readWord(cursor: Cursor): string {
  const from = cursor.index;
  if (cursor.text[from] === "'") cursor.fail("searchWord", "A word cannot start with a single quote.");
  for (;;) {
    const part = cursor.match(word);
    if (cursor.text[cursor.index] === ";" && cursor.wasEscaped()) cursor.index += 1;
    else if (part === null) break;
  }
  if (cursor.index === from) cursor.fail("searchWord", "A word or a phrase in double quotes is expected here.");
  return cursor.text.slice(from, cursor.index);
}
