import type { Entry } from "ldapts";

import { firstStepOf, fold, type NamePart, spaced } from "#connectors/ldap-client/relative-name.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { LdapKind } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";

/** How an entry is called, and where that stands. */
export interface Naming {
  readonly name: string;
  /** The part of its distinguished name that holds the name; absent = it is named by other attributes there. */
  readonly part?: NamePart;
}

/**
 * How an entry is called: by the value of the naming attribute that its distinguished name holds, else by the first one; an entry
 * that shows none by the first value of its distinguished name. The naming attribute may hold further values, which are no names.
 */
function namingOf(schema: DirectorySchema, kind: LdapKind, dn: string, values: readonly string[]): Naming {
  const parts = firstStepOf(dn);
  const part = parts.find(({ attribute }) => schema.keyOf(attribute) === schema.keyOf(kind.naming));
  const named = part?.value;
  if (part !== undefined && named !== undefined) {
    const shown = values.find((value) => value === named) ?? values.find((value) => fold(value) === fold(named));
    return { name: shown ?? named, part };
  }
  return { name: values[0] ?? parts.find(({ value }) => value)?.value ?? dn, ...(part && { part }) };
}

// Nothing of it is escaped in a distinguished name.
const plain = /^[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u;

/** Returns the name of `namingOf`, without reading the distinguished name where it begins with the one value that there is, as nearly all do. */
export function nameOf(schema: DirectorySchema, kind: LdapKind, dn: string, values: readonly string[]): string {
  const [value] = values;
  if (value !== undefined && values.length === 1 && plain.test(value)) {
    const begin = `${kind.naming}=${value}`;
    if (dn.startsWith(begin) && (dn.length === begin.length || dn.charAt(begin.length) === ",")) return value;
  }
  return namingOf(schema, kind, dn, values).name;
}

/** How a found entry is called. */
export function namingOfEntry(schema: DirectorySchema, kind: LdapKind, entry: Entry): Naming {
  return namingOf(schema, kind, entry.dn, textsOf(entry, kind.naming));
}

/** Whether two names are one by the rule of the attribute that holds them; where that is not known, in any case. */
export function isSameNaming(schema: DirectorySchema, attribute: string, one: string, other: string): boolean {
  const { equality = "" } = schema.attribute(attribute) ?? {};
  const form = /^caseExact/i.test(equality) ? spaced : fold;
  return form(one) === form(other);
}
