import { AndFilter, type Entry, EqualityFilter, OrFilter } from "ldapts";

import type { Scalar } from "#connectors/contract/index.ts";
import { boundClient, type LdapConnection } from "#connectors/ldap-client/connection.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { guidToText, sidToText } from "./identifiers.ts";
import { readRoot } from "./root.ts";
import { fileTimeAttributes, fileTimeToIso, generalizedTimeToIso } from "./times.ts";

/** Forms of values, decided by the domain's syntax of an attribute, never by the values of an entry. */
export type ValueForm = "text" | "bytes" | "guid" | "sid" | "fileTime" | "time";

// Source: MS-ADTS 3.1.1.2.2.2.
const formBySyntax: Readonly<Record<string, ValueForm>> = {
  "2.5.5.10": "bytes",
  "2.5.5.11": "time",
  "2.5.5.15": "bytes",
  "2.5.5.17": "sid",
};

// Attributes that every search requests; they need no look at the schema.
const ownForms: ReadonlyMap<string, ValueForm> = new Map<string, ValueForm>([
  ["objectguid", "guid"],
  ["objectsid", "sid"],
  ...[
    "objectclass",
    "samaccountname",
    "cn",
    "useraccountcontrol",
    "primarygroupid",
    "memberof",
    "msds-user-account-control-computed",
  ].map((name): [string, ValueForm] => [name, "text"]),
  ...[...fileTimeAttributes].map((name): [string, ValueForm] => [name, "fileTime"]),
]);

/** Reads the definitions of attributes in the domain's schema, by their names in lower case; an unknown one is absent. */
export async function readDefinitions(session: LdapConnection, names: readonly string[]): Promise<Map<string, Entry>> {
  const { schemaNamingContext = "" } = await readRoot(session);
  const named = names.map((value) => new EqualityFilter({ attribute: "lDAPDisplayName", value }));
  const isAttribute = new EqualityFilter({ attribute: "objectClass", value: "attributeSchema" });
  const { searchEntries } = await boundClient(session).search(schemaNamingContext, {
    scope: "one",
    filter: new AndFilter({ filters: [isAttribute, new OrFilter({ filters: named })] }),
    attributes: ["lDAPDisplayName", "isSingleValued", "attributeSyntax", "systemOnly", "systemFlags", "linkID"],
  });
  return new Map(searchEntries.map((entry) => [(textsOf(entry, "lDAPDisplayName")[0] ?? "").toLowerCase(), entry]));
}

/** Forms of attributes in a session's domain, case-insensitive; the schema is read once for each name. */
export class ValueForms {
  readonly #known = new Map<string, ValueForm>(ownForms);
  readonly #names = new Map<string, string>();

  /** Reads the forms of attributes that are not cached yet. */
  async learn(session: LdapConnection, names: readonly string[]): Promise<void> {
    const unknown = [...new Set(names.map(baseOf))].filter((name) => name !== "dn" && !this.#known.has(name));
    if (unknown.length === 0) return;
    const definitions = await readDefinitions(session, unknown);
    for (const name of unknown) {
      const definition = definitions.get(name);
      this.#known.set(name, formBySyntax[(definition && textsOf(definition, "attributeSyntax")[0]) ?? ""] ?? "text");
      const [shown] = definition === undefined ? [] : textsOf(definition, "lDAPDisplayName");
      if (shown !== undefined) this.#names.set(name, shown);
    }
  }

  of(name: string): ValueForm {
    return this.#known.get(baseOf(name)) ?? "text";
  }

  /** Returns the names under which a server may return the attributes whose values are bytes. */
  binary(names: readonly string[]): string[] {
    const bytes = names.filter((name) => ["bytes", "guid", "sid"].includes(this.of(name)));
    const spellings = bytes.flatMap((name) => [name, this.#names.get(baseOf(name)) ?? name]);
    return [...new Set(spellings.flatMap((name) => [name, `${name};binary`]))];
  }
}

/** Returns the name of an attribute in lower case, without its options (`userCertificate;binary`, `member;range=0-1499`). */
export function baseOf(name: string): string {
  return (name.split(";")[0] ?? name).toLowerCase();
}

/** Converts a value into the form that users and the service read; undefined if it means no value, such as a time that is never. */
export function readValue(value: string | Uint8Array, form: ValueForm): Scalar | undefined {
  const bytes = typeof value === "string" ? Buffer.from(value, "utf8") : value;
  if (form === "bytes") return bytes;
  if (form === "guid") return guidToText(bytes);
  if (form === "sid") return sidToText(bytes);
  if (typeof value !== "string") return value;
  if (form === "fileTime") return fileTimeToIso(value);
  return form === "time" ? generalizedTimeToIso(value) : value;
}
