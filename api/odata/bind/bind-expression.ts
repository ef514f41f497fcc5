import type { Expression, ValueType } from "#domain/query/bound-query.ts";

import type { BinaryOperator } from "../syntax/operators.ts";
import type * as Tree from "../syntax/tree.ts";
import { bindCall } from "./bind-call.ts";
import { bindIn } from "./bind-in.ts";
import { bindPath } from "./bind-path.ts";
import { bindCondition } from "./condition.ts";
import { failure, notSupported, type QueryPosition } from "./fail.ts";
import { bindLiteral } from "./literal.ts";
import { conditionOf } from "./position.ts";
import { castType } from "./resolve-name.ts";
import { currentLevel, placeOf, type Scope, spendNode } from "./scope.ts";
import { incompatible, isNumeric, literal, typeOf, unify } from "./value-types.ts";

type Binary = Extract<Tree.Expression, { kind: "binary" }>;
type Of<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

/**
 * Binds an expression: names to columns and relations, literals to the types that they are compared with.
 * @throws PROPERTY_UNKNOWN
 * @throws TYPES_INCOMPATIBLE
 * @throws FILTER_TOO_LARGE
 */
export function bindExpression(node: Tree.Expression, scope: Scope): Expression {
  spendNode(scope, node.at);
  const place = placeOf(scope, node.at);
  switch (node.kind) {
    case "literal":
      return bindLiteral(node, place);
    case "path":
      return bindPath(node, scope);
    case "binary":
      return bindBinary(node, scope);
    case "not":
      return { kind: "not", of: bindCondition(node.of, scope) };
    case "negate":
      return bindNegate(scope.bind(node.of, scope), place);
    case "in":
      return bindIn(node, scope);
    case "call":
      return bindCall(node, scope);
    case "isof":
    case "cast":
      return bindIsOf(node, scope);
    default:
      throw refused(node, place);
  }
}

function refused({ kind }: Extract<Tree.Expression, { kind: "array" | "case" | "object" }>, place: QueryPosition) {
  if (kind !== "array") return notSupported(place, `'${kind}' in an expression`);
  return failure("QUERY_OPTION_INVALID", place, "a list stands behind 'in' only.");
}

const comparisons: ReadonlySet<BinaryOperator> = new Set(["eq", "ne", "lt", "le", "gt", "ge"]);

function isComparison(operator: BinaryOperator): operator is Of<"compare">["operator"] {
  return comparisons.has(operator);
}

function bindBinary(node: Binary, scope: Scope): Expression {
  const { operator } = node;
  if (operator === "and" || operator === "or") return bindJoined(operator, node, scope);
  if (isComparison(operator)) return bindComparison(operator, node, scope);
  if (operator === "has") throw notSupported(placeOf(scope, node.at), "'has'");
  return bindArithmetic(operator, node, scope);
}

// A chain of the same operator becomes one list, however it is bracketed, so that statements stay flat.
function bindJoined(kind: "and" | "or", node: Binary, scope: Scope): Expression {
  const sides = [bindCondition(node.left, scope), bindCondition(node.right, scope)];
  return { kind, of: sides.flatMap((side) => (side.kind === kind ? side.of : [side])) };
}

function bindComparison(operator: Of<"compare">["operator"], node: Binary, scope: Scope): Expression {
  const equality = operator === "eq" || operator === "ne";
  const operand = (side: Tree.Expression, other: Tree.Expression) =>
    equality && side.kind === "path" && other.kind === "literal" && other.type === "null"
      ? counted(side, scope)
      : scope.bind(side, scope);
  const bound = [operand(node.left, node.right), operand(node.right, node.left)] as const;
  const [left, right] = unify(bound[0], bound[1], placeOf(scope, node.at));
  return asCondition({ kind: "compare", operator, left, right });
}

const twoValued: ReadonlySet<Expression["kind"]> = new Set(["any", "all", "compare", "in", "and", "or", "not"]);

/** A condition that is compared with true or false is itself or its opposite, so that an index which finds its rows is used. */
function asCondition(comparison: Of<"compare">): Expression {
  const { operator, left, right } = comparison;
  const [condition, compared] = left.kind === "literal" ? [right, left] : [left, right];
  if (!twoValued.has(condition.kind) || compared.kind !== "literal" || typeof compared.value !== "boolean")
    return comparison;
  if (operator !== "eq" && operator !== "ne") return comparison;
  return compared.value === (operator === "eq") ? condition : { kind: "not", of: condition };
}

function counted(node: Tree.MemberPath, scope: Scope): Expression {
  spendNode(scope, node.at);
  return bindPath(node, scope, true);
}

function bindNegate(of: Expression, place: QueryPosition): Expression {
  const type = typeOf(of);
  if (!isNumeric(type) && type !== "duration") throw incompatible(type, "decimal", place);
  if (of.kind === "literal" && typeof of.value === "number") return literal(type, -of.value);
  return { kind: "negate", type, of };
}

function bindArithmetic(operator: Of<"arithmetic">["operator"], node: Binary, scope: Scope): Expression {
  const left = scope.bind(node.left, scope);
  const right = scope.bind(node.right, scope);
  const place = placeOf(scope, node.at);
  const types = [typeOf(left), typeOf(right)] as const;
  const type = isNumeric(types[0]) && isNumeric(types[1]) ? numericResult(operator, types) : temporal(operator, types);
  if (type === "unsupported") throw notSupported(place, "Arithmetic with days");
  if (type === undefined) throw incompatible(types[0], types[1], place);
  return { kind: "arithmetic", operator, type, left, right };
}

function numericResult(operator: Of<"arithmetic">["operator"], types: readonly [ValueType, ValueType]): ValueType {
  return operator !== "divby" && types.every((type) => type === "integer") ? "integer" : "decimal";
}

const temporalResults: Readonly<Record<string, ValueType | "unsupported">> = {
  "moment add duration": "moment",
  "duration add moment": "moment",
  "moment sub duration": "moment",
  "moment sub moment": "duration",
  "duration add duration": "duration",
  "duration sub duration": "duration",
  "duration mul integer": "duration",
  "integer mul duration": "duration",
  "date add duration": "unsupported",
  "date sub duration": "unsupported",
  "date sub date": "unsupported",
  "duration mul decimal": "unsupported",
  "duration div integer": "unsupported",
  "duration div decimal": "unsupported",
};

function temporal(operator: string, [left, right]: readonly [ValueType, ValueType]) {
  return temporalResults[`${left} ${operator} ${right}`];
}

function bindIsOf(node: Extract<Tree.Expression, { kind: "cast" | "isof" }>, scope: Scope): Expression {
  const place = placeOf(scope, node.at);
  if (node.kind === "cast") throw notSupported(place, "'cast'");
  if (node.of !== null || node.type.collection) throw notSupported(place, "isof of anything but the entity");
  const { set, type: declared } = currentLevel(scope);
  const type = castType(scope.model, node.type.name, declared, placeOf(scope, node.type.at));
  return conditionOf({ set, type }, scope.current) ?? literal("boolean", true);
}
