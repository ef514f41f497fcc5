import { type Comparison, ConnectorError, type Filter, writeFilter } from "#connectors/contract/index.ts";

import type { Condition } from "./client.ts";
import type { SqlAttribute, SqlKind } from "./session.ts";
import { settingOf } from "./settings.ts";

const comparisons = { eq: "=", gt: ">", ge: ">=", lt: "<", le: "<=" } as const;
const parts = { startsWith: true, endsWith: true, contains: true } as const;

/**
 * Converts a filter into a condition that is true or false, never unknown.
 * @throws invalidValue for an attribute that the type does not have, notSupported for what the server cannot compare
 */
export function compileFilter(kind: SqlKind, filter: Filter): Condition {
  return writeFilter<Condition>(filter, {
    joined,
    not: ({ sql, values }) => ({ sql: `(NOT ${sql})`, values }),
    present: (attr) => ({ sql: `(${attributeOf(kind, attr).sql} IS NOT NULL)`, values: [] }),
    compared: (comparison) => compared(attributeOf(kind, comparison.attr), comparison),
  });
}

function joined(op: "and" | "or", conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: op === "and" ? "(1 = 1)" : "(1 = 0)", values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(` ${op.toUpperCase()} `)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

function compared(attribute: SqlAttribute, { op, value }: Comparison): Condition {
  const isText = attribute.kind === "string";
  if ((op in parts && !isText) || (attribute.kind === "bool" && op !== "eq"))
    throw new ConnectorError("notSupported", `"${attribute.name}" cannot be compared by "${op}".`);
  const plain = settingOf({ ...attribute, oneOf: undefined }, value);
  const given = typeof plain === "boolean" ? String(plain) : (plain as string | number);
  const known = (sql: string, ...values: (string | number)[]) => ({ sql: `COALESCE(${sql}, FALSE)`, values });
  const { sql } = attribute;
  if (attribute.kind === "bool") return known(`(${given === "true" ? "" : "NOT "}${sql})`);
  switch (op) {
    case "startsWith":
      return known(`(LEFT(${sql}, CHAR_LENGTH(?)) = ?)`, given, given);
    case "endsWith":
      return known(`(RIGHT(${sql}, CHAR_LENGTH(?)) = ?)`, given, given);
    case "contains":
      return known(`(POSITION(? IN ${sql}) > 0)`, given);
    default:
      return known(`(${sql} ${comparisons[op]} ?)`, given);
  }
}

function attributeOf(kind: SqlKind, name: string): SqlAttribute {
  if (name === "name") return { name, kind: "string", sql: kind.name };
  const found = kind.attributes.find((attribute) => attribute.name === name);
  if (found === undefined) throw new ConnectorError("invalidValue", `There is no attribute "${name}" to filter by.`);
  return found;
}
