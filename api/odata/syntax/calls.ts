import type { Cursor } from "./cursor.ts";
import { builtInFunctions } from "./functions.ts";
import { expectName } from "./names.ts";
import type { Expression, TypeReference } from "./tree.ts";

const typeOnly = /[ \t]*(?:Collection\()?[\p{L}\p{Nl}_][^\s(),'/:]*\)?[ \t]*\)/uy;

/**
 * Reads the brackets behind the name of a built-in function, `cast`, `isof` or `case`; null when the name is none of them.
 * @throws ODataSyntaxError
 */
export function readNamedCall(cursor: Cursor, name: string, from: number): Expression | null {
  const lower = name.toLowerCase();
  const arity = builtInFunctions.get(lower);
  const typed = lower === "cast" || lower === "isof";
  if (arity === undefined && !typed && lower !== "case") return null;
  const at = cursor.place(from);
  return cursor.bracketed("methodCallExpr", () => {
    if (arity !== undefined) return readBuiltIn(cursor, lower, arity, at);
    return typed ? readTyped(cursor, lower, at) : readCase(cursor, at);
  });
}

/**
 * Reads the name of a type, perhaps within `Collection(…)`.
 * @throws ODataSyntaxError
 */
export function readType(cursor: Cursor): TypeReference {
  const at = cursor.place();
  const collection = cursor.takeText("Collection(");
  const name = expectName(cursor, "optionallyQualifiedTypeName");
  if (collection) cursor.expect(")", "optionallyQualifiedTypeName");
  return { name, collection, at };
}

function readBuiltIn(cursor: Cursor, name: string, [least, most]: readonly [number, number], at: number): Expression {
  const start = cursor.index;
  const given = cursor.list(cursor.grammar.expression, ")");
  if (given.length < least || given.length > most) {
    const wanted = least === most ? String(least) : `${least} or ${most}`;
    cursor.fail("methodCallExpr", `${name} takes ${wanted} arguments; ${given.length} are given.`, start);
  }
  return { kind: "call", name, arguments: given, at };
}

function readTyped(cursor: Cursor, kind: "cast" | "isof", at: number): Expression {
  typeOnly.lastIndex = cursor.index;
  if (typeOnly.test(cursor.text)) return { kind, of: null, type: readType(cursor), at };
  const of = cursor.grammar.expression(cursor);
  if (!cursor.takeSeparator(",")) cursor.fail(`${kind}Expr`, "A comma and the name of a type are expected here.");
  return { kind, of, type: readType(cursor), at };
}

function readCase(cursor: Cursor, at: number): Expression {
  const branches = cursor.list(() => {
    cursor.colonEnds = true;
    const when = cursor.grammar.expression(cursor);
    cursor.colonEnds = false;
    if (!cursor.takeSeparator(":")) cursor.fail("caseMethodCallExpr", "':' and a value are expected here.");
    return { when, value: cursor.grammar.expression(cursor) };
  });
  return { kind: "case", branches, at };
}
