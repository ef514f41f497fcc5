import { ConnectorError, type Filter } from "#connectors/contract/index.ts";

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
  switch (filter.op) {
    case "and":
    case "or":
      return joined(
        filter.op,
        filter.of.map((part) => compileFilter(kind, part)),
      );
    case "not":
      return `not (${compileFilter(kind, filter.of)})`;
    case "present":
      return `${pathOf(kind, filter.attr)} pr`;
    default: {
      const value = toWire(requireAttribute(kind, filter.attr), filter.value);
      return `${pathOf(kind, filter.attr)} ${operators[filter.op]} ${JSON.stringify(value)}`;
    }
  }
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
