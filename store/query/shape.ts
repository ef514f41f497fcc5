import type { Predicate } from "#domain/predicate.ts";
import type { BoundQuery, Expression, OrderClause, Step, ValueType } from "#domain/query/bound-query.ts";
import { toReckoned } from "#domain/query/calendar.ts";
import { afterPrefix, lengthOf } from "#domain/query/code-points.ts";
import { partsOf } from "#domain/query/parts-of.ts";
import { valueTypeOf } from "#domain/query/value-type.ts";

import type { SqlValue } from "../database.ts";
import type { VisibleRows } from "./querying.ts";

/** The slots of a query's limits, from its first one on. */
export const limitSlots = { limit: 0, offset: 1, lastPlace: 2, placesBefore: 3 } as const;

/**
 * What two queries have in common whose statements are the same: everything but the values. The key names the shape, the
 * values fill its slots.
 */
export interface Shape {
  readonly key: string;
  readonly values: readonly SqlValue[];
  /** The first slot of each row policy's values. */
  readonly policies: ReadonlyMap<string, number>;
  /** The first slot of a literal, of a query's limits, of an order's values. */
  readonly slots: ReadonlyMap<object, number>;
  /** The slots that take the values of parameters. */
  readonly parameters: readonly ParameterSlot[];
}

/** A slot whose value comes with each call. */
export interface ParameterSlot {
  readonly slot: number;
  readonly parameter: number;
  readonly type: ValueType;
}

/** Takes a folded query apart. The slots are of use only where no object stands at two places of the query. */
export function shapeOf(query: BoundQuery, visible: VisibleRows): Shape {
  const taker = new ShapeTaker(visible);
  taker.query(query);
  return taker;
}

class ShapeTaker implements Shape {
  key = "";
  readonly values: SqlValue[] = [];
  readonly policies = new Map<string, number>();
  readonly slots = new Map<object, number>();
  readonly parameters: ParameterSlot[] = [];
  readonly #visible: VisibleRows;

  constructor(visible: VisibleRows) {
    this.#visible = visible;
  }

  query(query: BoundQuery): void {
    this.key += `q${query.source};${query.columns.join()};${query.count ? "n" : ""}`;
    this.#policy(query.policy);
    if (query.where !== null) this.#expression(query.where);
    for (const { name, expression } of query.computed) {
      this.key += `=${JSON.stringify(name)}`;
      this.#expression(expression);
    }
    for (const clause of query.orderBy) {
      this.key += clause.descending ? "v" : "^";
      this.#expression(clause.expression);
    }
    this.#page(query);
    for (const item of query.expand) {
      this.key += `+${JSON.stringify(item.name)}${item.relation}:${item.many}:${item.shape}{`;
      this.query(item.query);
      this.key += "}";
    }
  }

  #page(query: BoundQuery): void {
    const { top, skip } = query;
    this.key += `${top === null ? "" : "t"}${skip > 0 ? "s" : ""}`;
    this.slots.set(query, this.values.length);
    // Not every server takes a floating number, as the driver sends them, as a limit.
    this.values.push(String((top ?? 0) + 1), String(skip), skip + (top ?? 0) + 1, skip);
    if (query.after === null) return;
    this.key += "a";
    for (const [index, clause] of query.orderBy.entries()) this.#after(clause, query.after[index] ?? null);
  }

  #parameter({ parameter, type }: Extract<Expression, { readonly kind: "literal" }>): void {
    if (parameter !== undefined) this.parameters.push({ slot: this.values.length, parameter, type });
  }

  #after(clause: OrderClause, value: string | number | boolean | null): void {
    this.slots.set(clause, this.values.length);
    this.#value(toReckoned(valueTypeOf(clause.expression), value));
  }

  #value(value: string | number | boolean | null): void {
    this.key += value === null ? "0" : "?";
    if (value !== null) this.values.push(typeof value === "boolean" ? Number(value) : value);
  }

  #expression(expression: Expression): void {
    switch (expression.kind) {
      case "literal":
        this.slots.set(expression, this.values.length);
        this.key += expression.type;
        this.#parameter(expression);
        this.#value(toReckoned(expression.type, expression.value));
        return;
      case "column":
        this.key += `c${expression.scope}.${expression.column}:${expression.type}`;
        this.#steps(expression.via);
        return;
      case "any":
      case "all":
      case "count":
        this.key += `${expression.kind}${expression.scope}.${expression.relation}`;
        this.#steps(expression.via);
        this.#policy(expression.policy);
        this.key += "(";
        if (expression.where !== null) this.#expression(expression.where);
        this.key += ")";
        return;
      default:
        this.#composed(expression);
    }
  }

  #composed(expression: Parameters<typeof partsOf>[0]): void {
    this.key += expression.kind;
    if ("operator" in expression) this.key += expression.operator;
    if ("name" in expression) this.key += expression.name;
    if ("type" in expression) this.key += expression.type;
    this.key += "(";
    for (const part of partsOf(expression)) {
      this.#expression(part);
      this.key += ",";
    }
    this.key += ")";
    if (expression.kind === "call" && expression.name === "startswith") this.#prefix(expression.arguments[1]);
  }

  /** A literal prefix becomes a range of texts, for which an index can be used. */
  #prefix(prefix: Expression | undefined): void {
    if (prefix?.kind !== "literal" || typeof prefix.value !== "string") return;
    const end = afterPrefix(prefix.value);
    this.key += end === null ? "e" : "r";
    if (end !== null) this.values.push(end);
  }

  #steps(via: readonly Step[]): void {
    for (const { relation, policy } of via) {
      this.key += `/${relation}`;
      this.#policy(policy);
    }
  }

  #policy(name: string): void {
    this.key += `@${name}`;
    if (this.policies.has(name)) return;
    this.policies.set(name, this.values.length);
    const shape = predicateShape(this.#visible.get(name) ?? { op: "false" });
    this.key += `[${shape.key}]`;
    this.values.push(...shape.values);
  }
}

const predicateShapes = new WeakMap<Predicate, { key: string; values: SqlValue[] }>();

function predicateShape(predicate: Predicate): { key: string; values: SqlValue[] } {
  const known = predicateShapes.get(predicate);
  if (known !== undefined) return known;
  const shape = { key: "", values: [] };
  takePredicate(predicate, shape);
  predicateShapes.set(predicate, shape);
  return shape;
}

// In the order in which compilePredicate gives the values of its question marks.
function takePredicate(predicate: Predicate, shape: { key: string; values: SqlValue[] }): void {
  shape.key += predicate.op;
  switch (predicate.op) {
    case "true":
    case "false":
      return;
    case "and":
    case "or":
      shape.key += `${predicate.of.length}(`;
      for (const part of predicate.of) takePredicate(part, shape);
      shape.key += ")";
      return;
    case "not":
      takePredicate(predicate.of, shape);
      return;
    case "in":
      shape.key += `.${predicate.column}:${predicate.values.length};`;
      shape.values.push(...predicate.values);
      return;
    case "startsWith":
      shape.key += `.${predicate.column}:${lengthOf(predicate.value)};`;
      shape.values.push(predicate.value);
      return;
    case "exists":
      shape.key += `.${predicate.relation};`;
      takePredicate(predicate.where, shape);
      return;
    default:
      shape.key += `.${predicate.column}${predicate.value === null ? "0" : "?"}`;
      if (predicate.value !== null) shape.values.push(encoded(predicate.value));
  }
}

function encoded(value: string | number | boolean): SqlValue {
  return typeof value === "boolean" ? Number(value) : value;
}
