/** Operators by their precedence. */
const bindings = [
  [["or"], 1],
  [["and"], 2],
  [["eq", "ne"], 3],
  [["lt", "le", "gt", "ge"], 4],
  [["add", "sub"], 5],
  [["mul", "div", "divby", "mod"], 6],
  [["has", "in"], 8],
] as const;

type OperatorName = (typeof bindings)[number][0][number];

/** Binary operators, in lower case; `in` is an expression of its own. */
export type BinaryOperator = Exclude<OperatorName, "in">;

/** An operator between two expressions and its precedence. */
export interface Operator {
  readonly name: OperatorName;
  readonly binding: number;
}

/** Precedence of `not`, a leading minus and `cast`: lower than `has` and `in`, higher than `mul`. */
export const unaryBinding = 7;

/** The operators by their names in lower case. */
export const operators: ReadonlyMap<string, Operator> = new Map(
  bindings.flatMap(([names, binding]) => names.map((name) => [name, { name, binding }] as const)),
);
