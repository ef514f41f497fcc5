import type { Entry } from "ldapts";

import { ConnectorError, type Member, type ObjectType, type OperationsPart } from "#connectors/contract/index.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { compileFilter } from "#connectors/ldap-client/filter.ts";
import { pagesOf, refuseCursor } from "#connectors/ldap-client/paging.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { requireKind } from "./address.ts";
import { entriesOf, findEntry, nameOf, requireEntry, toObject, wantedAttributes } from "./entries.ts";
import { createReader } from "./entry-reader.ts";
import type { LdapSession } from "./session.ts";

// Of the common classes only these hold a single value.
const singleValued = new Set(["displayname", "employeenumber", "preferredlanguage"]);

const references = new Set(["manager", "owner"]);

/** The operations that read. */
export const readOperations = {
  /** What the root of the directory tells about itself. */
  async serverInfo(session) {
    const asked = ["vendorName", "vendorVersion", "structuralObjectClass", "supportedControl", "namingContexts"];
    const root = await entryAt(session, "", asked);
    if (root === undefined) throw new ConnectorError("config", "The directory shows no root entry.");
    const [vendor] = textsOf(root, "vendorName");
    const openLdap = textsOf(root, "structuralObjectClass").includes("OpenLDAProotDSE");
    const [version] = textsOf(root, "vendorVersion");
    return { product: vendor ?? (openLdap ? "OpenLDAP" : "LDAP directory"), ...(version !== undefined && { version }) };
  },
  /** The attributes that are read, by the options of the target. */
  async schema({ options }) {
    return ["account", "group"].map((type) => {
      const attributes = requireKind(options, type).readable.map((name) => ({
        name,
        kind: references.has(name.toLowerCase()) ? "ref" : "string",
        multi: !singleValued.has(name.toLowerCase()),
      })) satisfies ObjectType["attributes"];
      const name = { name: "name", kind: "string", required: true } as const;
      return { type, attributes: [name, { name: "dn", kind: "ref", readOnly: true }, ...attributes] };
    });
  },
  /** One entry or undefined. */
  async get(session, { type, ref, attributes }) {
    const entry = await findEntry(session, type, ref, attributes);
    return entry && toObject(session, type, entry, attributes);
  },
  /** All entries of a type. A cookie of the directory is worth nothing on another connection, so there is no cursor and a retry starts over. */
  async *list(session, { type, filter, attributes, pageSize, after }, call) {
    const kind = requireKind(session.options, type);
    refuseCursor(after);
    const search = {
      base: kind.container,
      filter: entriesOf(kind, ...(filter ? [compileFilter(kind, filter)] : [])),
      attributes: wantedAttributes(session, kind, attributes),
      pageSize,
    };
    yield* pagesOf(session, { search, itemOf: createReader({ session, kind, type, wanted: attributes }) }, call);
  },
  /** The members of a group; a DN without an entry is left out, for it is no object. */
  async *members(session, { group, pageSize, after }, call) {
    refuseCursor(after);
    const { memberAttribute, emptyMember } = session.options;
    const entry = await requireEntry(session, "group", group, [memberAttribute]);
    const dns = textsOf(entry, memberAttribute).filter((dn) => dn !== emptyMember);
    for (let from = 0; from < dns.length; from += pageSize) {
      call.signal.throwIfAborted();
      const found = await Promise.all(dns.slice(from, from + pageSize).map((dn) => memberAt(session, dn)));
      yield { items: found.filter((member) => member !== undefined), total: dns.length };
      call.heartbeat({ done: from + found.length });
    }
  },
} satisfies OperationsPart<LdapSession>;

async function memberAt(session: LdapSession, dn: string): Promise<Member | undefined> {
  const { options } = session;
  const [account, group] = [requireKind(options, "account"), requireKind(options, "group")];
  const entry = await entryAt(session, dn, ["objectClass", options.idAttribute, account.naming, group.naming]);
  const [id] = entry ? textsOf(entry, options.idAttribute) : [];
  if (entry === undefined || id === undefined) return undefined;
  const type = holdsClass(entry, group.objectClass) ? "group" : "account";
  return { type, id, name: nameOf(type === "group" ? group : account, entry), attributes: { dn: [dn] } };
}

function holdsClass(entry: Entry, objectClass: string): boolean {
  return textsOf(entry, "objectClass").some((name) => name.toLowerCase() === objectClass.toLowerCase());
}
