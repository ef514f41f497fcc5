import { ConnectorError, type Filter, writeFilter } from "#connectors/contract/index.ts";

import { requireAttribute } from "./model.ts";
import type { ScimKind } from "./service-model.ts";
import { toWire } from "./values.ts";

const operators = {
  eq: "eq",
  startsWith: "sw",
  contains: "co",
  endsWith: "ew",
  gt: "gt",
  ge: "ge",
  lt: "lt",
  le: "le",
} as const;

/**
 * Writes a filter in the language of RFC 7644 section 3.4.2.2; every value is a JSON value, so nothing in it is syntax.
 * @throws invalidValue for an unknown attribute
 */
export function compileFilter(kind: ScimKind, filter: Filter): string {
  return writeFilter(filter, {
    joined,
    not: (part) => `not (${part})`,
    present: (attr) => `${pathOf(kind, attr)} pr`,
    compared: ({ op, attr, value }) =>
      `${pathOf(kind, attr)} ${operators[op]} ${JSON.stringify(toWire(requireAttribute(kind, attr), value))}`,
  });
}

function pathOf(kind: ScimKind, name: string): string {
  const attribute = requireAttribute(kind, name);
  return attribute.boxed ? `${attribute.name}.value` : attribute.name;
}

function joined(op: "and" | "or", parts: readonly string[]): string {
  if (parts.length === 0)
    throw new ConnectorError("notSupported", `A service cannot evaluate "${op}" of no conditions.`);
  return parts.map((part) => `(${part})`).join(` ${op} `);
}
