import {
  AndFilter,
  EqualityFilter,
  type Filter as LdapFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
} from "ldapts";

import { ConnectorError, type Filter } from "#connectors/contract/index.ts";

import { isSecretAttribute, toWire } from "./values.ts";

/** What a filter has to know about the entries it is for. */
export interface FilteredKind {
  /** The attribute that `name` stands for. */
  readonly naming: string;
}

/**
 * Turns a filter into the library's; values are bytes there, so nothing in them can be read as syntax.
 * @throws notSupported for what a directory cannot evaluate
 */
export function compileFilter(kind: FilteredKind, filter: Filter): LdapFilter {
  switch (filter.op) {
    case "and":
      return new AndFilter({ filters: filter.of.map((part) => compileFilter(kind, part)) });
    case "or":
      return new OrFilter({ filters: filter.of.map((part) => compileFilter(kind, part)) });
    case "not":
      return new NotFilter({ filter: compileFilter(kind, filter.of) });
    case "present":
      return new PresenceFilter({ attribute: attributeOf(kind, filter.attr) });
    default:
      return comparison(kind, filter);
  }
}

function comparison(
  kind: FilteredKind,
  { op, attr, value }: Extract<Filter, { attr: string; value: unknown }>,
): LdapFilter {
  const attribute = attributeOf(kind, attr);
  const wire = toWire(value);
  if (op === "eq") return new EqualityFilter({ attribute, value: wire });
  // Many attributes have no ordering rule; the directory then answers with nothing and success, which would be a silent loss.
  if (op !== "startsWith" && op !== "contains" && op !== "endsWith") {
    throw new ConnectorError("notSupported", `A directory cannot be relied on to compare by "${op}".`);
  }
  if (Buffer.isBuffer(wire)) throw new ConnectorError("notSupported", "A part of a binary value cannot be searched.");
  if (wire === "") return new PresenceFilter({ attribute });
  if (op === "startsWith") return new SubstringFilter({ attribute, initial: wire });
  if (op === "endsWith") return new SubstringFilter({ attribute, final: wire });
  return new SubstringFilter({ attribute, any: [wire] });
}

function attributeOf(kind: FilteredKind, attr: string): string {
  if (attr === "name") return kind.naming;
  if (isSecretAttribute(attr)) throw new ConnectorError("invalidValue", `"${attr}" cannot be searched.`);
  if (!/^[A-Za-z][A-Za-z0-9;-]*$/.test(attr))
    throw new ConnectorError("invalidValue", `"${attr}" is no name of an attribute.`);
  return attr;
}
