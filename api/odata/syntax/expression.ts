import { readJson } from "./arrays-and-objects.ts";
import { readNamedCall } from "./calls.ts";
import type { Cursor } from "./cursor.ts";
import { takeNamedLiteral, takePlainLiteral } from "./literals.ts";
import { readPathFrom } from "./member-path.ts";
import { takeName } from "./names.ts";
import { type Operator, takeOperator, unaryBinding } from "./operators.ts";
import type { Expression } from "./tree.ts";

const rule = "commonExpr";
const open = 40;
const minus = 45;
const quotes = 34;

/**
 * Reads an expression whose operators bind at least as tightly as `least` (0 = all).
 * @throws ODataSyntaxError
 */
export function readExpression(cursor: Cursor, least: number): Expression {
  let left = readOperand(cursor);
  for (;;) {
    const at = cursor.index;
    const operator = takeOperator(cursor, least);
    if (operator === null) return left;
    left = readRight(cursor, operator, left, at);
  }
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
      return readParentheses(cursor);
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
  if (name.length === 3 && (next === 32 || next === 9 || next === open) && name.toLowerCase() === "not")
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

function readParentheses(cursor: Cursor): Expression {
  cursor.enter("parenExpr");
  const { colonEnds } = cursor;
  cursor.colonEnds = false;
  cursor.index += 1;
  cursor.skipBlanks();
  const inner = cursor.grammar.expression(cursor, 0);
  cursor.skipBlanks();
  cursor.expect(")", "parenExpr");
  cursor.colonEnds = colonEnds;
  cursor.leave();
  return inner;
}

function readIn(cursor: Cursor, of: Expression, at: number): Expression {
  if (cursor.peek() !== open) {
    const collection = readExpression(cursor, unaryBinding + 2);
    return { kind: "in", of, values: null, collection, at };
  }
  const start = cursor.index;
  const values = readList(cursor);
  const [single] = values;
  if (values.length === 1 && single !== undefined && !isValue(single))
    return { kind: "in", of, values: null, collection: single, at };
  if (!values.every(isValue)) cursor.fail("listExpr", "A list in round brackets has only literals.", start);
  return { kind: "in", of, values, collection: null, at };
}

function readList(cursor: Cursor): Expression[] {
  const values: Expression[] = [];
  const { colonEnds } = cursor;
  cursor.colonEnds = false;
  cursor.enter("listExpr");
  cursor.index += 1;
  cursor.skipBlanks();
  if (!cursor.take(")")) {
    do values.push(cursor.grammar.expression(cursor, 0));
    while (cursor.takeSeparator(","));
    cursor.skipBlanks();
    cursor.expect(")", "listExpr");
  }
  cursor.leave();
  cursor.colonEnds = colonEnds;
  return values;
}

function isValue(expression: Expression): boolean {
  if (expression.kind === "literal") return true;
  return expression.kind === "path" && expression.segments.length === 0 && typeof expression.from === "object";
}
