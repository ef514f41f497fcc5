import { ServiceError } from "#domain/errors.ts";
import type { ArithmeticOperator, ComparisonOperator, Expression } from "#domain/query/bound-query.ts";
import { questions } from "#domain/query/call-function.ts";
import { afterPrefix } from "#domain/query/code-points.ts";
import type { ColumnKind } from "#domain/resources/format/property.ts";

import type { Dialect } from "../sql/dialect.ts";
import { joinSql, mark, marks, Parameter, raw, sql, toBound, type Sql, type SqlValue } from "../sql/sql.ts";
import { compileCall } from "./compile-call.ts";
import { isLookup } from "./lookup.ts";
import type { VisibleRows } from "./querying.ts";
import { columnAt, fromWhere, type RowScope, ScopeMaker } from "./scope.ts";
import { relationOf, sourceOf } from "./sources.ts";

/** A compiled value. */
export interface CompiledValue extends Sql {
  readonly nullable: boolean;
  readonly kind: "literal" | "null" | "column" | "other";
  /** Kind of the column's values. */
  readonly holds?: ColumnKind;
}

type OfKind<K extends Expression["kind"]> = Extract<Expression, { readonly kind: K }>;

const comparisons = { lt: "<", le: "<=", gt: ">", ge: ">=" } as const;
const nullValue: CompiledValue = { ...raw("NULL"), nullable: true, kind: "null" };
const yes = raw("1 = 1");
const no = raw("1 = 0");

/** Parts that a statement is compiled with: the dialect of the database, and the rows that its caller may see. */
export interface CompileParts {
  readonly dialect: Dialect;
  readonly visible: VisibleRows;
}

/**
 * Compiles the expressions of one statement, text and values in one pass, with the same two-valued logic as
 * `evaluateExpression`: a condition is true or false, never null.
 */
export class ExpressionCompiler {
  /** Scopes over the rows of the statement. */
  readonly scopes: ScopeMaker;
  readonly #dialect: Dialect;

  constructor({ dialect, visible }: CompileParts) {
    this.#dialect = dialect;
    this.scopes = new ScopeMaker(visible, (condition, scopes) => this.condition(condition, scopes));
  }

  /** Compiles a condition; its text can stand beside AND. */
  condition(expression: Expression, scopes: readonly RowScope[]): Sql {
    switch (expression.kind) {
      case "literal":
        return expression.parameter === undefined ? constant(expression.value) : isTrue(literalOf(expression));
      case "compare":
        return this.#compare(expression, scopes);
      case "in":
        return this.#in(expression, scopes);
      case "and":
      case "or":
        return this.#combine(expression, scopes);
      case "not":
        return sql`(NOT ${this.condition(expression.of, scopes)})`;
      case "any":
        return isLookup(expression, scopes) ? this.#foundBelow(expression, scopes) : this.#exists(expression, scopes);
      case "all":
        return sql`(NOT EXISTS (SELECT 1 ${this.#related(expression, scopes, true)}))`;
      case "call":
        return this.#question(expression, scopes);
      default:
        return isTrue(this.value(expression, scopes));
    }
  }

  /** Compiles a value; conditions are 1 or 0. */
  value(expression: Expression, scopes: readonly RowScope[]): CompiledValue {
    switch (expression.kind) {
      case "literal":
        return literalOf(expression);
      case "column": {
        const rows = this.scopes.reach(scopeAt(scopes, expression.scope), expression.via);
        return { ...columnAt(rows, expression.column), kind: "column" };
      }
      case "negate": {
        const of = this.value(expression.of, scopes);
        return { ...sql`(0 - ${of})`, nullable: of.nullable, kind: "other" };
      }
      case "arithmetic":
        return this.#arithmetic(expression, scopes);
      case "choice":
        return this.#choice(expression, scopes);
      case "count":
        return {
          ...sql`(SELECT COUNT(*) ${this.#related(expression, scopes, false)})`,
          nullable: false,
          kind: "other",
        };
      // As a value it selects no rows: it is evaluated for each row.
      case "any":
        return { ...sql`(${this.#exists(expression, scopes)})`, nullable: false, kind: "other" };
      case "call":
        return questions.has(expression.name) ? this.#truth(expression, scopes) : this.#call(expression, scopes);
      default:
        return this.#truth(expression, scopes);
    }
  }

  #truth(condition: Expression, scopes: readonly RowScope[]): CompiledValue {
    return { ...sql`(${this.condition(condition, scopes)})`, nullable: false, kind: "other" };
  }

  #choice({ type, cases, otherwise }: OfKind<"choice">, scopes: readonly RowScope[]): CompiledValue {
    const values = [...cases.map(({ gives }) => gives), otherwise].map((one) => this.value(one, scopes));
    const branches = cases.map(({ when }, index) => {
      return sql`WHEN ${this.condition(when, scopes)} THEN ${values[index] ?? nullValue}`;
    });
    const text = sql`CASE ${joinSql(branches, " ")} ELSE ${values.at(-1) ?? nullValue} END`;
    const whole = type === "string" ? this.#likeColumn(text, scopeAt(scopes, 0)) : text;
    return { text: whole.text, values: whole.values, nullable: values.some(({ nullable }) => nullable), kind: "other" };
  }

  #compare({ operator, left, right }: OfKind<"compare">, scopes: readonly RowScope[]): Sql {
    const a = this.value(left, scopes);
    const b = this.value(right, scopes);
    requireFitting(a, right);
    requireFitting(b, left);
    if (holdsWhole(a) && isFraction(b)) return againstFraction(operator, a, b);
    if (holdsWhole(b) && isFraction(a)) return againstFraction(mirrored[operator], b, a);
    if (operator === "eq" || operator === "ne") return this.#equal(operator, a, b);
    return ordered(operator, a, b);
  }

  #equal(operator: "eq" | "ne", a: CompiledValue, b: CompiledValue): Sql {
    if (b.kind === "null") return operator === "eq" ? sql`${a} IS NULL` : sql`${a} IS NOT NULL`;
    if (a.kind === "null") return this.#equal(operator, b, a);
    if (!a.nullable && !b.nullable) return operator === "eq" ? sql`${a} = ${b}` : sql`${a} <> ${b}`;
    const same = this.#dialect.same(a, b);
    return operator === "eq" ? same : sql`(NOT ${same})`;
  }

  #in({ of, values }: OfKind<"in">, scopes: readonly RowScope[]): Sql {
    const value = this.value(of, scopes);
    const listed: SqlValue[] = [];
    const rest: Sql[] = [];
    for (const one of values) {
      requireFitting(value, one);
      const bound = one.kind === "literal" && one.parameter === undefined ? toBound(one.type, one.value) : null;
      if (bound === null) rest.push(this.#equal("eq", value, this.value(one, scopes)));
      else if (!holdsWhole(value) || isWhole(bound)) listed.push(bound);
    }
    const list = sql`${value} IN (${marks(padded(listed))})`;
    const inList = value.nullable ? sql`(${list} AND ${value} IS NOT NULL)` : list;
    const parts = listed.length === 0 ? rest : [inList, ...rest];
    return parts.length === 0 ? no : sql`(${joinSql(parts, " OR ")})`;
  }

  #combine({ kind, of }: OfKind<"and" | "or">, scopes: readonly RowScope[]): Sql {
    if (of.length === 0) return kind === "and" ? yes : no;
    const parts = of.map((part) => this.condition(part, scopes));
    return sql`(${joinSql(parts, kind === "and" ? " AND " : " OR ")})`;
  }

  /** Returns the condition for rows that lead to a row which an index finds: they are looked up from there, not checked one by one. */
  #foundBelow(expression: OfKind<"any" | "all" | "count">, scopes: readonly RowScope[]): Sql {
    const owner = scopeAt(scopes, expression.scope);
    const link = relationOf(owner.source, expression.relation);
    const inner = this.scopes.open(sourceOf(link.source));
    const { table, column } = this.scopes.related(link, inner);
    const where = expression.where === null ? null : this.condition(expression.where, [...scopes, inner]);
    const known = sql`${column} IS NOT NULL`;
    const from = fromWhere(inner, table, [known, this.scopes.policy(expression.policy, inner), where]);
    const value = columnAt(owner, link.from);
    const isFound = sql`${value} IN (SELECT ${column} ${from})`;
    // Membership of null in a list is null; a condition is true or false.
    return value.nullable ? sql`(${value} IS NOT NULL AND ${isFound})` : isFound;
  }

  #exists(expression: OfKind<"any" | "all" | "count">, scopes: readonly RowScope[]): Sql {
    return sql`EXISTS (SELECT 1 ${this.#related(expression, scopes, false)})`;
  }

  #related(expression: OfKind<"any" | "all" | "count">, scopes: readonly RowScope[], except: boolean): Sql {
    const owner = this.scopes.reach(scopeAt(scopes, expression.scope), expression.via);
    const link = relationOf(owner.source, expression.relation);
    const inner = this.scopes.open(sourceOf(link.source));
    const { table, column } = this.scopes.related(link, inner);
    const where = expression.where === null ? null : this.condition(expression.where, [...scopes, inner]);
    // All rows match a condition if none violates it; without a condition all do.
    const wanted = except ? (where === null ? no : sql`NOT (${where})`) : where;
    const tie = sql`${column} = ${columnAt(owner, link.from)}`;
    return fromWhere(inner, table, [tie, this.scopes.policy(expression.policy, inner), wanted]);
  }

  #question(call: OfKind<"call">, scopes: readonly RowScope[]): Sql {
    const value = this.#call(call, scopes);
    if (!questions.has(call.name)) return isTrue(value);
    return value.nullable ? sql`COALESCE(${value}, 0)` : value;
  }

  #call(call: OfKind<"call">, scopes: readonly RowScope[]): CompiledValue {
    const values = call.arguments.map((argument) => this.value(argument, scopes));
    const [a = nullValue, b = nullValue, c] = values;
    if (values.some(({ kind }) => kind === "null")) return nullValue;
    const nullable = values.some((value) => value.nullable) || indefinite.has(call.name);
    const range = call.name === "startswith" && a.kind === "column" ? prefixRange(a, call.arguments[1]) : null;
    if (range !== null) return { ...range, nullable: false, kind: "other" };
    // Beside numbers only, a literal text does not meet the text of a column.
    const alone = call.name === "substring" && a.kind === "literal";
    const first = alone ? this.#likeColumn(a, scopeAt(scopes, 0)) : asArgument(a);
    const of = [first, asArgument(b), c === undefined ? null : asArgument(c)] as const;
    return { ...compileCall({ dialect: this.#dialect, call, of }), nullable, kind: "other" };
  }

  #likeColumn(text: Sql, rows: RowScope) {
    return { ...this.#dialect.likeColumn(text, columnAt(rows, rows.source.key)), simple: false };
  }

  #arithmetic({ operator, type, left, right }: OfKind<"arithmetic">, scopes: readonly RowScope[]): CompiledValue {
    const a = this.value(left, scopes);
    const b = this.value(right, scopes);
    if (a.kind === "null" || b.kind === "null") return nullValue;
    const real = this.#dialect.real(a);
    const text = operator === "mod" ? this.#dialect.remainder(real, b) : sql`(${real} ${raw(signs[operator])} ${b})`;
    const whole = operator === "div" && type === "integer" ? this.#dialect.truncate(text) : text;
    const mayDivideByZero = operator === "mod" || operator === "div" || operator === "divby";
    return { ...whole, nullable: a.nullable || b.nullable || mayDivideByZero, kind: "other" };
  }
}

const signs: Readonly<Record<Exclude<ArithmeticOperator, "mod">, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  div: "/",
  divby: "/",
};

/** Functions that may return null although no argument is null: days outside the calendar. */
const indefinite: ReadonlySet<string> = new Set(["year", "month", "day", "date"]);

function scopeAt(scopes: readonly RowScope[], index: number): RowScope {
  const scope = scopes[index];
  if (scope === undefined) throw new RangeError(`there is no row ${index} in scope`);
  return scope;
}

function asArgument(value: CompiledValue) {
  return { text: value.text, values: value.values, simple: value.kind === "column" };
}

function isTrue(value: CompiledValue): Sql {
  if (value.kind === "null") return no;
  return value.nullable ? sql`COALESCE(${value} = 1, 0)` : sql`${value} = 1`;
}

function ordered(operator: Exclude<ComparisonOperator, "eq" | "ne">, a: CompiledValue, b: CompiledValue): Sql {
  if (a.kind === "null" || b.kind === "null") return no;
  const parts: Sql[] = [sql`${a} ${raw(comparisons[operator])} ${b}`];
  if (a.nullable) parts.push(sql`${a} IS NOT NULL`);
  if (b.nullable) parts.push(sql`${b} IS NOT NULL`);
  return sql`(${joinSql(parts, " AND ")})`;
}

function literalOf({ type, value, parameter }: OfKind<"literal">): CompiledValue {
  if (parameter !== undefined) return { ...mark(new Parameter(parameter, type)), nullable: false, kind: "literal" };
  const bound = toBound(type, value);
  return bound === null ? nullValue : { ...mark(bound), nullable: false, kind: "literal" };
}

function constant(value: OfKind<"literal">["value"]): Sql {
  return value === true ? yes : no;
}

/**
 * Returns the range of the texts with a prefix, from it up to the first text after them all, which an index can find; null if there is
 * none.
 */
function prefixRange(column: CompiledValue, prefix: Expression | undefined): Sql | null {
  if (prefix?.kind !== "literal" || typeof prefix.value !== "string" || prefix.parameter !== undefined) return null;
  const end = afterPrefix(prefix.value);
  if (end === null) return null;
  const range = sql`${column} >= ${prefix.value} AND ${column} < ${end}`;
  return column.nullable ? sql`(${range} AND ${column} IS NOT NULL)` : sql`(${range})`;
}

const mirrored = { eq: "eq", ne: "ne", lt: "gt", le: "ge", gt: "lt", ge: "le" } as const;

function holdsWhole({ holds }: CompiledValue): boolean {
  return holds === "integer" || holds === "time";
}

/**
 * Refuses the comparison of a column that is no flag with a truth value: if an input was not checked, it must not become the number that
 * databases take for it.
 * @throws INTERNAL
 */
function requireFitting({ holds }: CompiledValue, other: Expression): void {
  if (holds === undefined || holds === "flag" || other.kind !== "literal" || typeof other.value !== "boolean") return;
  throw new ServiceError("INTERNAL", { detail: `a column of the kind ${holds} is compared with a truth value` });
}

function isFraction({ kind, values: [value] }: CompiledValue): boolean {
  return kind === "literal" && !isWhole(value);
}

function isWhole(value: unknown): boolean {
  return typeof value !== "number" || Number.isInteger(value);
}

/**
 * Compares a column of whole numbers with a fraction by whole numbers alone: MariaDB takes `x = 2.5` for `x = 3` if its optimizer has made
 * one equality of several.
 */
function againstFraction(operator: ComparisonOperator, column: CompiledValue, fraction: CompiledValue): Sql {
  if (operator === "eq") return no;
  if (operator === "ne") return yes;
  const isLess = operator === "lt" || operator === "le";
  const value = Number(fraction.values[0]);
  const whole = mark(isLess ? Math.floor(value) : Math.ceil(value));
  return ordered(isLess ? "le" : "ge", column, { ...whole, nullable: false, kind: "literal" });
}

const listedAsTheyAre = 4;
const paddedMax = 1_024;

/**
 * Repeats the last of many values until their number is a power of two. Each number of values is another statement, which a database prepares
 * and a driver keeps: so there are ten of them, and not hundreds.
 */
function padded(values: readonly SqlValue[]): readonly SqlValue[] {
  const { length } = values;
  if (length <= listedAsTheyAre || length > paddedMax) return values;
  const whole = 2 ** Math.ceil(Math.log2(length));
  return [...values, ...Array<SqlValue>(whole - length).fill(values.at(-1) ?? null)];
}
