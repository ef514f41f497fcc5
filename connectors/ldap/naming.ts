import type { Entry } from "ldapts";

import { firstStepOf, fold, type NamePart, spaced } from "#connectors/ldap-client/relative-name.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { LdapKind } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";

/** Name of an entry and its place in the DN. */
export interface Naming {
  readonly name: string;
  /** Part of the DN that holds the name; absent if the DN is made of other attributes. */
  readonly part?: NamePart;
}

/**
 * Returns the name of an entry: the value of the naming attribute in its DN, otherwise the first value of the attribute. An entry
 * without the attribute is named by the first value of its DN. The naming attribute may hold further values, which are not names.
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

// A value without characters that a DN escapes.
const plain = /^[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u;

/** Returns the name of `namingOf`. Skips parsing the DN if it begins with the only value, as nearly all do. */
export function nameOf(schema: DirectorySchema, kind: LdapKind, dn: string, values: readonly string[]): string {
  const [value] = values;
  if (value !== undefined && values.length === 1 && plain.test(value)) {
    const begin = `${kind.naming}=${value}`;
    if (dn.startsWith(begin) && (dn.length === begin.length || dn.charAt(begin.length) === ",")) return value;
  }
  return namingOf(schema, kind, dn, values).name;
}

/** Returns the name of a found entry and its place in the DN. */
export function namingOfEntry(schema: DirectorySchema, kind: LdapKind, entry: Entry): Naming {
  return namingOf(schema, kind, entry.dn, textsOf(entry, kind.naming));
}

/** Returns true if two names are equal by the matching rule of their attribute; case-insensitive if the rule is unknown. */
export function isSameNaming(schema: DirectorySchema, attribute: string, one: string, other: string): boolean {
  const { equality = "" } = schema.attribute(attribute) ?? {};
  const form = /^caseExact/i.test(equality) ? spaced : fold;
  return form(one) === form(other);
}
