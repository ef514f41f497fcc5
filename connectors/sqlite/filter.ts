import {
  type AccountOrGroup,
  type Comparison,
  ConnectorError,
  type Filter,
  writeFilter,
} from "#connectors/contract/index.ts";

import { checkAttributes } from "./objects.ts";
import type { SqliteSession } from "./session.ts";

/** A condition in SQL with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

// Values are compared as the texts that are shown, even those that an earlier version has stored as numbers and booleans.
const shown = "CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(value AS TEXT) END";

const comparisons = { eq: "=", gt: ">", ge: ">=", lt: "<", le: "<=" } as const;

/**
 * Converts a filter into SQL.
 * @throws invalidValue for an attribute that the type does not have
 */
export function compileFilter(session: SqliteSession, type: AccountOrGroup, filter: Filter): Condition {
  return writeFilter<Condition>(filter, {
    joined,
    not: ({ sql, values }) => ({ sql: `NOT ${sql}`, values }),
    present: (attr) => onValues(session, type, attr, { sql: "value IS NOT NULL", values: [] }),
    compared: (comparison) => onValues(session, type, comparison.attr, compared(comparison)),
  });
}

function joined(op: "and" | "or", parts: readonly Condition[]): Condition {
  if (parts.length === 0) return { sql: op === "and" ? "(1)" : "(0)", values: [] };
  return {
    sql: `(${parts.map((part) => part.sql).join(` ${op.toUpperCase()} `)})`,
    values: parts.flatMap((part) => part.values),
  };
}

function onValues(session: SqliteSession, type: AccountOrGroup, attr: string, condition: Condition): Condition {
  if (attr === "name")
    return { sql: `EXISTS (SELECT 1 FROM (SELECT name AS value) WHERE ${condition.sql})`, values: condition.values };
  checkAttributes(session, type, [attr]);
  return {
    sql: `EXISTS (SELECT 1 FROM (SELECT ${shown} AS value FROM json_each(attributes, ?)) WHERE ${condition.sql})`,
    values: [`$."${attr}"`, ...condition.values],
  };
}

function compared({ op, value }: Comparison): Condition {
  if (value instanceof Uint8Array) throw new ConnectorError("invalidValue", "A SQLite target holds no binary values.");
  const plain = String(value);
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
