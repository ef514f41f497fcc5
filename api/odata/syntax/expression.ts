import { readJson } from "./arrays-and-objects.ts";
import { readNamedCall } from "./calls.ts";
import type { Cursor } from "./cursor.ts";
import { takeNamedLiteral, takePlainLiteral } from "./literals.ts";
import { readPathFrom } from "./member-path.ts";
import { takeName } from "./names.ts";
import { type Operator, operators, unaryBinding } from "./operators.ts";
import type { Expression } from "./tree.ts";

const rule = "commonExpr";
const open = 40;
const minus = 45;
const quotes = 34;
const blank = 32;
const tab = 9;
const lowerCase = 0x20;

/**
 * Reads an expression whose operators bind at least as tightly as `least` (0 = all).
 * @throws ODataSyntaxError
 */
export function readExpression(cursor: Cursor, least = 0): Expression {
  let left = readOperand(cursor);
  for (;;) {
    const at = cursor.index;
    const operator = takeOperator(cursor, least);
    if (operator === null) return left;
    left = readRight(cursor, operator, left, at);
  }
}

/**
 * Steps over blanks, an operator that binds at least as tightly as `least`, and the blanks in front of its right side.
 * Otherwise the cursor stays at its place.
 */
export function takeOperator(cursor: Cursor, least: number): Operator | null {
  const { text, index: from } = cursor;
  let index = from;
  let code = text.charCodeAt(index);
  while (code === blank || code === tab) code = text.charCodeAt(++index);
  if (index === from) return null;
  const start = index;
  while ((code | lowerCase) >= 97 && (code | lowerCase) <= 122) code = text.charCodeAt(++index);
  // Blank, tab or an opening bracket must follow.
  if (code !== blank && code !== tab && code !== open) return null;
  const word = text.slice(start, index);
  const found = operators.get(word) ?? operators.get(word.toLowerCase());
  if (found === undefined || found.binding < least) return null;
  cursor.index = index;
  cursor.skipBlanks();
  return found;
}

function readRight(cursor: Cursor, operator: Operator, left: Expression, from: number): Expression {
  const at = cursor.place(from + 1);
  if (operator.name === "in") return readIn(cursor, left, at);
  const start = cursor.index;
  const right = readExpression(cursor, operator.binding + 1);
  if (operator.name === "has" && !mayFollowHas(right))
    cursor.fail("hasExpr", "Behind 'has' a member of an enumeration is expected.", start);
  return { kind: "binary", operator: operator.name, left, right, at };
}

function mayFollowHas(right: Expression): boolean {
  if (right.kind === "literal") return right.type === "enum" || right.type === "string";
  return right.kind === "path" && right.from !== null && typeof right.from === "object";
}

function readOperand(cursor: Cursor): Expression {
  const code = cursor.peek();
  const from = cursor.index;
  switch (code) {
    case open:
      return cursor.bracketed("parenExpr", readExpression);
    case 91: // [
    case 123: // {
      return readJson(cursor);
    case 36: // $
    case 64: // @
      return readPathFrom(cursor, null);
    case quotes:
      return cursor.fail(rule, "A text stands in single quotes; double quotes are for JSON in brackets.");
    default:
  }
  const literal = takePlainLiteral(cursor);
  if (literal !== null) return literal;
  if (code === minus) return readUnary(cursor, "negate", from);
  const name = takeName(cursor);
  if (name === null) return cursor.fail(rule, "An expression is expected here: a name, a literal or a function.");
  return takeNamedLiteral(cursor, name, from) ?? readNamed(cursor, name, from);
}

function readNamed(cursor: Cursor, name: string, from: number): Expression {
  const next = cursor.peek();
  if (name.length === 3 && (next === blank || next === tab || next === open) && name.toLowerCase() === "not")
    return readUnary(cursor, "not", from);
  if (next === open) {
    const call = readNamedCall(cursor, name, from);
    if (call !== null) return call;
  }
  return readPathFrom(cursor, { name, from });
}

function readUnary(cursor: Cursor, kind: "not" | "negate", from: number): Expression {
  cursor.enter(rule);
  if (kind === "negate") cursor.index = from + 1;
  cursor.skipBlanks();
  const of = readExpression(cursor, unaryBinding);
  cursor.leave();
  return { kind, of, at: cursor.place(from) };
}

function readIn(cursor: Cursor, of: Expression, at: number): Expression {
  if (cursor.peek() !== open) {
    const collection = readExpression(cursor, unaryBinding + 2);
    return { kind: "in", of, values: null, collection, at };
  }
  const start = cursor.index;
  const values = cursor.bracketed("listExpr", () => cursor.list(readExpression, ")"));
  const [single] = values;
  if (values.length === 1 && single !== undefined && !isValue(single))
    return { kind: "in", of, values: null, collection: single, at };
  if (!values.every(isValue)) cursor.fail("listExpr", "A list in round brackets has only literals.", start);
  return { kind: "in", of, values, collection: null, at };
}

function isValue(expression: Expression): boolean {
  if (expression.kind === "literal") return true;
  return expression.kind === "path" && expression.segments.length === 0 && typeof expression.from === "object";
}
