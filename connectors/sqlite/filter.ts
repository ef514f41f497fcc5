import { ConnectorError, type Filter, type Scalar } from "#connectors/contract/index.ts";

import { checkAttributes, type SqliteType } from "./objects.ts";
import type { SqliteSession } from "./session.ts";

/** A condition in SQL with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const comparisons = { eq: "=", gt: ">", ge: ">=", lt: "<", le: "<=" } as const;

/**
 * Turns a filter into SQL.
 * @throws invalidValue for an attribute the type does not have
 */
export function compileFilter(session: SqliteSession, type: SqliteType, filter: Filter): Condition {
  switch (filter.op) {
    case "and":
    case "or":
      return joined(
        filter.op,
        filter.of.map((part) => compileFilter(session, type, part)),
      );
    case "not": {
      const inner = compileFilter(session, type, filter.of);
      return { sql: `NOT ${inner.sql}`, values: inner.values };
    }
    case "present":
      return onValues(session, type, filter.attr, { sql: "value IS NOT NULL", values: [] });
    default:
      return onValues(session, type, filter.attr, comparison(filter.op, filter.value));
  }
}

function joined(op: "and" | "or", parts: readonly Condition[]): Condition {
  if (parts.length === 0) return { sql: op === "and" ? "(1)" : "(0)", values: [] };
  return {
    sql: `(${parts.map((part) => part.sql).join(` ${op.toUpperCase()} `)})`,
    values: parts.flatMap((part) => part.values),
  };
}

function onValues(session: SqliteSession, type: SqliteType, attr: string, condition: Condition): Condition {
  if (attr === "name")
    return { sql: `EXISTS (SELECT 1 FROM (SELECT name AS value) WHERE ${condition.sql})`, values: condition.values };
  checkAttributes(session, type, [attr]);
  return {
    sql: `EXISTS (SELECT 1 FROM json_each(attributes, ?) WHERE ${condition.sql})`,
    values: [`$."${attr}"`, ...condition.values],
  };
}

function comparison(op: Exclude<Filter["op"], "and" | "or" | "not" | "present">, value: Scalar): Condition {
  if (value instanceof Uint8Array) throw new ConnectorError("invalidValue", "A SQLite target holds no binary values.");
  const plain = typeof value === "boolean" ? Number(value) : value;
  switch (op) {
    case "startsWith":
      return { sql: "substr(value, 1, length(?)) = ?", values: [plain, plain] };
    case "endsWith":
      return {
        sql: "length(value) >= length(?) AND substr(value, length(value) - length(?) + 1) = ?",
        values: [plain, plain, plain],
      };
    case "contains":
      return { sql: "instr(value, ?) > 0", values: [plain] };
    default:
      return { sql: `value ${comparisons[op]} ?`, values: [plain] };
  }
}
