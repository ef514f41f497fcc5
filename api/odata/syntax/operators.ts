/** The operators by how tightly they bind. */
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

/** An operator between two expressions and how tightly it binds. */
export interface Operator {
  readonly name: OperatorName;
  readonly binding: number;
}

/** How tightly `not`, a leading minus and `cast` bind: less than `has` and `in`, more than `mul`. */
export const unaryBinding = 7;

/** The operators by their names in lower case. */
export const operators: ReadonlyMap<string, Operator> = new Map(
  bindings.flatMap(([names, binding]) => names.map((name) => [name, { name, binding }] as const)),
);
