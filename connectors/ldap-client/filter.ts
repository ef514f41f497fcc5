import {
  AndFilter,
  EqualityFilter,
  type Filter as LdapFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
} from "ldapts";

import { type Comparison, ConnectorError, type Filter, writeFilter } from "#connectors/contract/index.ts";

import { isSecretAttribute, toWire } from "./values.ts";

/** Facts about the entries that a filter is for. */
export interface FilteredKind {
  /** Attribute that `name` stands for. */
  readonly naming: string;
}

/**
 * Converts a filter into the library's form. Values are bytes there, so nothing in them can be read as syntax.
 * @throws notSupported for a filter that a directory cannot evaluate
 */
export function compileFilter(kind: FilteredKind, filter: Filter): LdapFilter {
  return writeFilter<LdapFilter>(filter, {
    joined: (op, filters) =>
      op === "and" ? new AndFilter({ filters: [...filters] }) : new OrFilter({ filters: [...filters] }),
    not: (part) => new NotFilter({ filter: part }),
    present: (attr) => new PresenceFilter({ attribute: attributeOf(kind, attr) }),
    compared: (comparison) => compared(kind, comparison),
  });
}

function compared(kind: FilteredKind, { op, attr, value }: Comparison): LdapFilter {
  const attribute = attributeOf(kind, attr);
  const wire = toWire(value);
  if (op === "eq") return new EqualityFilter({ attribute, value: wire });
  // Many attributes have no ordering rule; the directory then answers with success and no entries, which would be a silent loss.
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
