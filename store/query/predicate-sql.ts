import type { Comparison, Predicate } from "#domain/predicate.ts";
import { lengthOf } from "#domain/query/code-points.ts";
import type { Column } from "#domain/resources/format/property.ts";

import type { SqlValue } from "../database.ts";
import { relations } from "../relations.ts";
import { columnsOf, encode } from "../rows.ts";
import type { TableName, ViewName } from "../tables.ts";

/** A piece of SQL with the values of its question marks. */
export interface SqlPart {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const operators = { lt: "<", le: "<=", gt: ">", ge: ">=" } as const satisfies Partial<Record<Comparison, string>>;

const stampColumns: Column = { kind: "text", nullable: false };

/**
 * Compiles a predicate on a table to SQL with the same two-valued logic as `matches` of domain/predicate. `alias` names
 * the table in the statement.
 */
export function compilePredicate(table: TableName | ViewName, predicate: Predicate, alias: string, depth = 0): SqlPart {
  switch (predicate.op) {
    case "true":
      return { text: "1 = 1", values: [] };
    case "false":
      return { text: "1 = 0", values: [] };
    case "and":
    case "or":
      return join(
        predicate.op,
        predicate.of.map((part) => compilePredicate(table, part, alias, depth)),
      );
    case "not": {
      const inner = compilePredicate(table, predicate.of, alias, depth);
      return { text: `NOT (${inner.text})`, values: inner.values };
    }
    case "in":
      return oneOf(table, predicate, alias);
    case "startsWith": {
      const name = columnText(table, predicate.column, alias);
      const start = `SUBSTR(${name}, 1, ${lengthOf(predicate.value)})`;
      return { text: `(${name} IS NOT NULL AND ${start} = ?)`, values: [predicate.value] };
    }
    case "exists":
      return related(table, predicate, alias, depth);
    default:
      return compare(table, predicate, alias);
  }
}

function oneOf(
  table: TableName | ViewName,
  predicate: Extract<Predicate, { readonly op: "in" }>,
  alias: string,
): SqlPart {
  const definition = columnsOf(table)[predicate.column] ?? stampColumns;
  const values = predicate.values.filter((value) => !isFraction(definition, value));
  if (values.length === 0) return only("1 = 0");
  const name = columnText(table, predicate.column, alias);
  const marks = values.map(() => "?").join(", ");
  return { text: `(${name} IS NOT NULL AND ${name} IN (${marks}))`, values };
}

function related(
  table: TableName | ViewName,
  predicate: Extract<Predicate, { readonly op: "exists" }>,
  alias: string,
  depth: number,
): SqlPart {
  const relation = relations[table][predicate.relation];
  if (!relation) throw new RangeError(`the table '${table}' has no relation '${predicate.relation}'`);
  const inner = `r${depth}`;
  const where = compilePredicate(relation.table, predicate.where, inner, depth + 1);
  return {
    text:
      `EXISTS (SELECT 1 FROM \`${relation.table}\` ${inner} WHERE ${inner}.\`${relation.column}\` = ` +
      `${alias}.\`${relation.ownerColumn}\` AND ${where.text})`,
    values: where.values,
  };
}

function compare(
  table: TableName | ViewName,
  predicate: Extract<Predicate, { readonly op: Comparison }>,
  alias: string,
): SqlPart {
  const { op, column, value } = predicate;
  const name = columnText(table, column, alias);
  const definition = columnsOf(table)[column] ?? stampColumns;
  if (isFraction(definition, value)) return compareWithFraction(name, op, value);
  const bound = encode(definition, value);
  if (op === "eq")
    return value === null
      ? only(`${name} IS NULL`)
      : { text: `(${name} IS NOT NULL AND ${name} = ?)`, values: [bound] };
  if (op === "ne")
    return value === null
      ? only(`${name} IS NOT NULL`)
      : { text: `(${name} IS NULL OR ${name} <> ?)`, values: [bound] };
  if (value === null) return only("1 = 0");
  return { text: `(${name} IS NOT NULL AND ${name} ${operators[op]} ?)`, values: [bound] };
}

/**
 * The comparison of a column of whole numbers with a fraction, by whole numbers alone: MariaDB takes `x = 2.5` for `x = 3` where its
 * optimizer has made one equality of several.
 */
function compareWithFraction(name: string, op: Comparison, value: number): SqlPart {
  if (op === "eq") return only("1 = 0");
  if (op === "ne") return only("1 = 1");
  const isLess = op === "lt" || op === "le";
  const whole = isLess ? Math.floor(value) : Math.ceil(value);
  return { text: `(${name} IS NOT NULL AND ${name} ${isLess ? "<=" : ">="} ?)`, values: [whole] };
}

function isFraction(column: Column, value: unknown): value is number {
  return (column.kind === "integer" || column.kind === "time") && typeof value === "number" && !Number.isInteger(value);
}

function only(text: string): SqlPart {
  return { text, values: [] };
}

function join(op: "and" | "or", parts: readonly SqlPart[]): SqlPart {
  if (parts.length === 0) return only(op === "and" ? "1 = 1" : "1 = 0");
  return {
    text: `(${parts.map((part) => part.text).join(op === "and" ? " AND " : " OR ")})`,
    values: parts.flatMap((part) => part.values),
  };
}

const stampNames = new Set(["lastUpdatedModule", "lastUpdatedNode", "version"]);

function columnText(table: TableName | ViewName, column: string, alias: string): string {
  if (!Object.hasOwn(columnsOf(table), column) && !stampNames.has(column)) {
    throw new RangeError(`the table '${table}' has no column '${column}'`);
  }
  return `${alias}.\`${column}\``;
}
