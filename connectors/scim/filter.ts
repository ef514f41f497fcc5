import { type Comparison, ConnectorError, type Filter, normalForm, writeFilter } from "#connectors/contract/index.ts";

import type { ScimResource } from "./json.ts";
import { requireAttribute } from "./model.ts";
import type { ScimAttribute, ScimKind } from "./service-model.ts";
import { plainOf, toWire, type Wire } from "./values.ts";

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

/** A condition on resources. */
export type Fits = (resource: ScimResource) => boolean;

/**
 * Makes the condition of a filter to check results with: services ignore filters, or return more than requested. Returns undefined
 * if the filter uses an attribute that the service does not show in a listing.
 */
export function conditionOf(kind: ScimKind, filter: Filter): Fits | undefined {
  const attributes: ScimAttribute[] = [];
  const valuesOf = (attr: string) => {
    const attribute = requireAttribute(kind, attr);
    attributes.push(attribute);
    return { attribute, values: (resource: ScimResource) => plainOf(resource, attribute) };
  };
  const condition = writeFilter<Fits>(filter, {
    joined: (op, parts) => (resource) =>
      op === "and" ? parts.every((part) => part(resource)) : parts.some((part) => part(resource)),
    not: (part) => (resource) => !part(resource),
    present: (attr) => {
      const { values } = valuesOf(attr);
      return (resource) => values(resource).length > 0;
    },
    compared: (comparison) => {
      const { attribute, values } = valuesOf(comparison.attr);
      return (resource) => values(resource).some((value) => holds(attribute, comparison, value));
    },
  });
  return attributes.some(({ returned }) => returned === "request") ? undefined : condition;
}

function holds(attribute: ScimAttribute, { op, value: asked }: Comparison, found: Wire): boolean {
  const [one, other] = [comparable(attribute, found), comparable(attribute, toWire(attribute, asked))];
  const tests: Readonly<Record<Comparison["op"], boolean>> = {
    eq: one === other,
    startsWith: String(one).startsWith(String(other)),
    contains: String(one).includes(String(other)),
    endsWith: String(one).endsWith(String(other)),
    gt: one > other,
    ge: one >= other,
    lt: one < other,
    le: one <= other,
  };
  return tests[op];
}

function comparable(attribute: ScimAttribute, value: Wire): Wire {
  const { type, caseExact } = attribute;
  if (type === "dateTime") return Date.parse(String(value));
  if (typeof value !== "string") return value;
  if (type === "integer" || type === "decimal") return Number(value);
  if (type === "boolean") return value.trim().toLowerCase() === "true";
  return caseExact || type === "binary" ? value : normalForm(value, "NFC").toLowerCase();
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
