import type { Cursor } from "./cursor.ts";
import type { BinaryOperator } from "./tree.ts";

/** An operator between two expressions and how tightly it binds. */
export interface Operator {
  readonly name: BinaryOperator | "in";
  readonly binding: number;
}

/** How tightly `not`, a leading minus and `cast` bind: less than `has` and `in`, more than `mul`. */
export const unaryBinding = 7;

const operators: ReadonlyMap<string, Operator> = new Map(
  (
    [
      [["or"], 1],
      [["and"], 2],
      [["eq", "ne"], 3],
      [["lt", "le", "gt", "ge"], 4],
      [["add", "sub"], 5],
      [["mul", "div", "divby", "mod"], 6],
      [["has", "in"], 8],
    ] as const
  ).flatMap(([names, binding]) => names.map((name) => [name, { name, binding }] as const)),
);

const blank = 32;
const tab = 9;
const lowerCase = 0x20;

/**
 * Steps over blanks, an operator that binds at least as tightly as `least`, and what divides it from its right side;
 * otherwise stays where it is.
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
  if (code !== blank && code !== tab && code !== 40) return null;
  const word = text.slice(start, index);
  const found = operators.get(word) ?? operators.get(word.toLowerCase());
  if (found === undefined || found.binding < least) return null;
  cursor.index = index;
  cursor.skipBlanks();
  return found;
}
