import type {
  ArithmeticOperator,
  BoundQuery,
  ComparisonOperator,
  Expression,
  FunctionName,
  Scalar,
  RelationStep,
  ValueType,
} from "#domain/query/bound-query.ts";
import { sourceOf } from "#store/query/sources.ts";

/** Policy of the queries of these tests; each source may have one of its own beside it. */
export const open = "open";

/** Returns a column of the row in a scope, over to-one relations. */
export function column(name: string, type: ValueType = "string", via: readonly string[] = [], scope = 0): Expression {
  return { kind: "column", type, column: name, scope, via: via.map(step) };
}

function step(relation: string): RelationStep {
  return { relation, policy: open };
}

/** Returns a literal; moments are given as ISO texts. */
export function value(of: Scalar, type?: ValueType): Expression {
  if (type === "moment") return { kind: "literal", type, value: Date.parse(String(of)) };
  return { kind: "literal", type: type ?? typeOf(of), value: of };
}

function typeOf(of: Scalar): ValueType {
  if (of === null) return "null";
  if (typeof of === "number") return Number.isInteger(of) ? "integer" : "decimal";
  return typeof of === "boolean" ? "boolean" : "string";
}

/** Returns `left operator right`. */
export function compare(operator: ComparisonOperator, left: Expression, right: Expression): Expression {
  return { kind: "compare", operator, left, right };
}

/** Returns arithmetic, by default of whole numbers. */
export function arithmetic(
  operator: ArithmeticOperator,
  left: Expression,
  right: Expression,
  type: ValueType = "integer",
): Expression {
  return { kind: "arithmetic", operator, type, left, right };
}

const results: { readonly [N in FunctionName]?: ValueType } = {
  tolower: "string",
  toupper: "string",
  trim: "string",
  concat: "string",
  substring: "string",
  date: "date",
  time: "timeOfDay",
  now: "moment",
  contains: "boolean",
  startswith: "boolean",
  endswith: "boolean",
};

/** Returns a call of a function. */
export function call(name: FunctionName, ...args: readonly Expression[]): Expression {
  return { kind: "call", name, type: results[name] ?? "integer", arguments: args };
}

/** Returns any, all or count over a relation. */
export function over(
  kind: "any" | "all" | "count",
  relation: string,
  where: Expression | null = null,
  at: { readonly scope?: number; readonly via?: readonly string[]; readonly policy?: string } = {},
): Expression {
  return { kind, scope: at.scope ?? 0, via: (at.via ?? []).map(step), relation, policy: at.policy ?? open, where };
}

/** Returns the opposite of a condition. */
export function not(of: Expression): Expression {
  return { kind: "not", of };
}

/** Returns the conjunction or disjunction of conditions. */
export function combined(kind: "and" | "or", ...of: readonly Expression[]): Expression {
  return { kind, of };
}

/** Returns the condition that a value is in a list. */
export function isIn(of: Expression, ...values: readonly Expression[]): Expression {
  return { kind: "in", of, values };
}

/** Returns a query for all rows of a source in the order of their keys, changed by `parts`. */
export function query(source: string, parts: Partial<BoundQuery> = {}): BoundQuery {
  const { key } = sourceOf(source);
  return {
    source,
    policy: open,
    columns: [key],
    computed: [],
    where: null,
    search: null,
    orderBy: [{ expression: column(key), descending: false }],
    top: null,
    skip: 0,
    after: null,
    count: false,
    expand: [],
    ...parts,
  };
}

/** Returns an expression in short words, for the name of a test. */
export function describe(of: Expression): string {
  return JSON.stringify(of, (name, inner: unknown) => (["policy", "via", "scope"].includes(name) ? undefined : inner))
    .replaceAll(/"(kind|type|operator|name|left|right|of|value|arguments|column)":/g, "")
    .replaceAll('"', "");
}
