import type { Cursor } from "./cursor.ts";
import { readLiteral } from "./literals.ts";
import { behindName, expectIdentifier } from "./names.ts";
import type { Brackets, Literal, NamedValue, ParameterAlias } from "./tree.ts";

/** Values that may stand behind `name=` in brackets: in a resource path only literals and aliases. */
export type ValuesAllowed = "literals" | "expressions";

/**
 * Reads the brackets behind a name, at most twice: a key or parameters.
 * @throws ODataSyntaxError
 */
export function readAllBrackets(cursor: Cursor, values: ValuesAllowed): Brackets[] {
  const all: Brackets[] = [];
  while (all.length < 2 && cursor.text[cursor.index] === "(") all.push(readBrackets(cursor, values));
  return all;
}

/**
 * Reads a bracket behind a name: a key or parameters.
 * @throws ODataSyntaxError
 */
export function readBrackets(cursor: Cursor, values: ValuesAllowed): Brackets {
  const at = cursor.place();
  const rule = "keyPredicate";
  cursor.enter(rule);
  cursor.expect("(", rule);
  const start = cursor.index;
  cursor.skipBlanks();
  let brackets: Brackets;
  if (cursor.text[cursor.index] === ")") brackets = { kind: "none", at };
  else if (behindName(cursor) === "=") brackets = { kind: "named", values: readNamedValues(cursor, values), at };
  else {
    // A key has no blanks around it; parameters may have.
    cursor.index = start;
    brackets = { kind: "single", value: readKeyValue(cursor), at };
  }
  if (brackets.kind !== "single") cursor.skipBlanks();
  cursor.expect(")", rule);
  cursor.leave();
  return brackets;
}

/**
 * Reads a literal or an alias.
 * @throws ODataSyntaxError
 */
export function readKeyValue(cursor: Cursor): Literal | ParameterAlias {
  const at = cursor.place();
  if (cursor.take("@")) return { kind: "alias", name: expectIdentifier(cursor, "parameterAlias"), at };
  return readLiteral(cursor);
}

/**
 * Reads `name=value`.
 * @throws ODataSyntaxError
 */
export function readNamedValue(cursor: Cursor, values: ValuesAllowed): NamedValue {
  const at = cursor.place();
  const name = expectIdentifier(cursor, "parameterName");
  cursor.expect("=", "functionParameter");
  const value = values === "literals" ? readKeyValue(cursor) : cursor.grammar.expression(cursor);
  return { name, value, at };
}

function readNamedValues(cursor: Cursor, values: ValuesAllowed): NamedValue[] {
  const named: NamedValue[] = [];
  do {
    const one = readNamedValue(cursor, values);
    if (named.some(({ name }) => name === one.name)) cursor.fail("compoundKey", `'${one.name}' is given twice.`);
    named.push(one);
  } while (cursor.takeSeparator(","));
  return named;
}
