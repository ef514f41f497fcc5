import type { ComparisonOperator, Expression as Condition, Scalar } from "#domain/query/bound-query.ts";
import {
  allOf,
  always,
  anyOf,
  comparing,
  eq,
  ne,
  never,
  noneOf,
  oneOf,
  related,
  startsWith,
} from "#domain/query/condition.ts";

import type { Call, Expression } from "./expression-tree.ts";
import { type Finding, type Position, touchesResource } from "./expression.ts";
import type { ColumnField, RelationField, ResourceField, ResourceFields } from "./resources.ts";

/** Returns the value of a part that does not read `resource`, lists as arrays; undefined if it fails. */
export type Fold = (part: Expression) => unknown;

/**
 * The rows for which an expression is true, and those for which it is false. The rest are those for which it fails, as
 * `null < 1` does: CEL's logic absorbs a failure only beside a part that decides.
 */
interface Truth {
  readonly yes: Condition;
  readonly no: Condition;
}

/** A row rule made ready: with the values of a principal folded in it gives the condition on the rows. */
export type RowRule = (fold: Fold) => Condition;

type Node = (fold: Fold) => Truth;

/** A row rule, or why the expression cannot be one. */
export type CompiledRows = { readonly rule: RowRule } | { readonly findings: readonly Finding[] };

interface Compilation {
  readonly fields: ResourceFields;
  readonly at: (part: Expression) => Position;
  readonly findings: Finding[];
}

/** Compiles what touches `resource` in a checked expression to a condition that a database can answer. */
export function compileRows(
  expression: Expression,
  fields: ResourceFields,
  at: (part: Expression) => Position,
): CompiledRows {
  const compilation: Compilation = { fields, at, findings: [] };
  const node = compileNode(expression, compilation);
  if (compilation.findings.length > 0) return { findings: compilation.findings };
  return { rule: (fold) => node(fold).yes };
}

const fails: Truth = { yes: never, no: never };
const truthOf = (value: boolean): Truth => (value ? { yes: always, no: never } : { yes: never, no: always });
const decided = (yes: Condition): Truth => ({ yes, no: noneOf(yes) });
const swapped = ({ yes, no }: Truth): Truth => ({ yes: no, no: yes });

function compileNode(part: Expression, compilation: Compilation): Node {
  if (!touchesResource(part)) {
    return (fold) => {
      const value = fold(part);
      return typeof value === "boolean" ? truthOf(value) : fails;
    };
  }
  const field = fieldOf(part, compilation.fields);
  if (field?.type === "bool") return () => ({ yes: eq(field.name, true), no: eq(field.name, false) });
  if (part.exprKind.case === "callExpr") return compileCall(part.exprKind.value, part, compilation);
  return refuse(part, compilation);
}

function compileCall(call: Call, part: Expression, compilation: Compilation): Node {
  if (call.function === "startsWith" && call.target !== undefined)
    return compileStart(call.target, call.args[0], { part, compilation });
  const [first, second, third] = call.args;
  if (first === undefined) return refuse(part, compilation);
  if (call.function === "!_") {
    const inner = compileNode(first, compilation);
    return (fold) => swapped(inner(fold));
  }
  if (second === undefined) return refuse(part, compilation);
  switch (call.function) {
    case "_||_":
    case "_&&_":
      return compileLogic(call.function, [first, second], compilation);
    case "_?_:_":
      return third === undefined ? refuse(part, compilation) : compileChoice([first, second, third], compilation);
    case "@in":
      return compileMembership(first, second, { part, compilation });
    default:
      return compileComparison(call.function, [first, second], { part, compilation });
  }
}

function compileLogic(
  operator: "_||_" | "_&&_",
  parts: readonly [Expression, Expression],
  compilation: Compilation,
): Node {
  const [left, right] = [compileNode(parts[0], compilation), compileNode(parts[1], compilation)];
  return (fold) => {
    const [a, b] = [left(fold), right(fold)];
    if (operator === "_||_") return { yes: anyOf(a.yes, b.yes), no: allOf(a.no, b.no) };
    return { yes: allOf(a.yes, b.yes), no: anyOf(a.no, b.no) };
  };
}

function compileChoice(parts: readonly [Expression, Expression, Expression], compilation: Compilation): Node {
  const [condition, first, second] = parts.map((part) => compileNode(part, compilation)) as [Node, Node, Node];
  return (fold) => {
    const [c, a, b] = [condition(fold), first(fold), second(fold)];
    return {
      yes: anyOf(allOf(c.yes, a.yes), allOf(c.no, b.yes)),
      no: anyOf(allOf(c.yes, a.no), allOf(c.no, b.no)),
    };
  };
}

type Named<Field extends ResourceField> = Field & { readonly name: string };

interface PolicyPart {
  readonly part: Expression;
  readonly compilation: Compilation;
}

const comparisons: Readonly<
  Record<string, { readonly op: ComparisonOperator; readonly mirrored: ComparisonOperator }>
> = {
  "_==_": { op: "eq", mirrored: "eq" },
  "_!=_": { op: "ne", mirrored: "ne" },
  "_<_": { op: "lt", mirrored: "gt" },
  "_<=_": { op: "le", mirrored: "ge" },
  "_>_": { op: "gt", mirrored: "lt" },
  "_>=_": { op: "ge", mirrored: "le" },
};

const opposites: Readonly<Record<string, ComparisonOperator>> = { lt: "ge", le: "gt", gt: "le", ge: "lt" };

function compileComparison(
  name: string,
  parts: readonly [Expression, Expression],
  { part, compilation }: PolicyPart,
): Node {
  const rule = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined;
  const left = fieldOf(parts[0], compilation.fields);
  const field = left ?? fieldOf(parts[1], compilation.fields);
  const other = left === undefined ? parts[0] : parts[1];
  if (rule === undefined || field === undefined || field.type === "list" || touchesResource(other)) {
    return refuse(part, compilation);
  }
  const op = left === undefined ? rule.mirrored : rule.op;
  if (op === "eq" || op === "ne") {
    return (fold) => {
      const equal = equality(field, fold(other));
      return op === "eq" ? equal : swapped(equal);
    };
  }
  // Databases and CEL order texts differently outside of ASCII.
  if (field.type !== "number") return refuse(part, compilation);
  return (fold) => {
    const value = plain(fold(other));
    if (typeof value !== "number") return fails;
    if (Number.isNaN(value)) return truthOf(false);
    return { yes: comparing(op)(field.name, value), no: comparing(opposites[op] ?? op)(field.name, value) };
  };
}

function compileStart(target: Expression, start: Expression | undefined, { part, compilation }: PolicyPart): Node {
  const field = fieldOf(target, compilation.fields);
  if (start === undefined || field?.type !== "string" || touchesResource(start)) return refuse(part, compilation);
  const column = field.name;
  return (fold) => {
    const value = plain(fold(start));
    if (typeof value !== "string") return fails;
    const starts = startsWith(column, value);
    // For null CEL does not know whether it starts so.
    return { yes: starts, no: allOf(ne(column, null), noneOf(starts)) };
  };
}

function equality(column: Named<ColumnField>, folded: unknown): Truth {
  const value = plain(folded);
  if (value === undefined) return folded === undefined ? fails : truthOf(false);
  if (!fits(column, value)) return truthOf(false);
  return decided(eq(column.name, value));
}

function fits(column: Named<ColumnField>, value: Scalar): boolean {
  // NaN equals no number.
  if (Number.isNaN(value)) return false;
  return value === null || typeof value === (column.type === "bool" ? "boolean" : column.type);
}

function compileMembership(element: Expression, list: Expression, { part, compilation }: PolicyPart): Node {
  const inList = fieldOf(list, compilation.fields);
  if (inList !== undefined && !touchesResource(element)) return compileRelated(inList, element, { part, compilation });
  const field = fieldOf(element, compilation.fields);
  if (field === undefined || field.type === "list" || touchesResource(list)) return refuse(part, compilation);
  return (fold) => {
    const values = fold(list);
    return Array.isArray(values) ? among(field, values) : fails;
  };
}

function among(column: Named<ColumnField>, values: readonly unknown[]): Truth {
  const fitting = values.map(plain).filter((value) => value !== undefined && fits(column, value));
  const listed = fitting.filter((value) => typeof value === "string" || typeof value === "number");
  const single = fitting.filter((value) => value === null || typeof value === "boolean");
  return decided(anyOf(...single.map((value) => eq(column.name, value)), oneOf(column.name, listed)));
}

function compileRelated(field: ResourceField, element: Expression, { part, compilation }: PolicyPart): Node {
  if (field.type !== "list" || field.relation === undefined) return refuse(part, compilation);
  const { relation, through, only, column }: RelationField = field;
  return (fold) => {
    const folded = fold(element);
    if (folded === undefined) return fails;
    const value = plain(folded);
    if (typeof value !== "string") return truthOf(false);
    const listed = eq(column, value);
    const inside = through === undefined ? listed : related(through, listed);
    return decided(related(relation, only === undefined ? inside : allOf(eq(only.column, only.value), inside)));
  };
}

// CEL's whole numbers come as bigint; beyond 2^53 no column holds one.
function plain(value: unknown): Scalar | undefined {
  if (typeof value === "bigint") return Number(value);
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return undefined;
}

function fieldOf(part: Expression, fields: ResourceFields): Named<ResourceField> | undefined {
  if (part.exprKind.case !== "selectExpr" || part.exprKind.value.testOnly) return undefined;
  const { operand, field: name } = part.exprKind.value;
  if (operand?.exprKind.case !== "identExpr" || operand.exprKind.value.name !== "resource") return undefined;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined ? undefined : { name, ...field };
}

function refuse(part: Expression, { at, findings }: Compilation): Node {
  const message =
    "This cannot be asked of a database. A rule on rows compares one field of resource with a value by == != in or " +
    "startsWith, orders numbers, and joins such parts by && || ! and ?:.";
  findings.push({ ...at(part), message });
  return () => fails;
}
