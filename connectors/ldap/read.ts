import type { Entry } from "ldapts";

import {
  type Call,
  ConnectorError,
  type GetRequest,
  type ListRequest,
  type Member,
  type MembersRequest,
  type ObjectType,
  type Page,
  type ServerInfo,
  type TargetObject,
} from "#connectors/contract/index.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { compileFilter } from "#connectors/ldap-client/filter.ts";
import { refuseCursor, searchPages } from "#connectors/ldap-client/paging.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { entriesOf, findEntry, nameOf, requireEntry, requireKind, toObject, wantedAttributes } from "./entries.ts";
import { createReader } from "./entry-reader.ts";
import type { LdapSession } from "./session.ts";

// Of the common classes only these hold a single value.
const singleValued = new Set(["displayname", "employeenumber", "preferredlanguage"]);

/** What the root of the directory tells about itself. */
export async function serverInfo(session: LdapSession): Promise<ServerInfo> {
  const asked = ["vendorName", "vendorVersion", "structuralObjectClass", "supportedControl", "namingContexts"];
  const root = await entryAt(session, "", asked);
  if (root === undefined) throw new ConnectorError("config", "The directory shows no root entry.");
  const [vendor] = textsOf(root, "vendorName");
  const openLdap = textsOf(root, "structuralObjectClass").includes("OpenLDAProotDSE");
  const [version] = textsOf(root, "vendorVersion");
  return { product: vendor ?? (openLdap ? "OpenLDAP" : "LDAP directory"), ...(version !== undefined && { version }) };
}

/** The attributes that are read, by the options of the target. */
export async function schema({ options }: LdapSession): Promise<readonly ObjectType[]> {
  return ["account", "group"].map((type) => {
    const kind = requireKind(options, type);
    const attributes = kind.readable.map((name) => ({
      name,
      kind: name.toLowerCase() === "manager" ? "ref" : "string",
      multi: !singleValued.has(name.toLowerCase()),
    })) satisfies ObjectType["attributes"];
    return {
      type,
      attributes: [
        { name: "name", kind: "string", required: true },
        { name: "dn", kind: "ref", readOnly: true },
        ...attributes,
      ],
    };
  });
}

/** One entry or undefined. */
export async function get(
  session: LdapSession,
  { type, ref, attributes }: GetRequest,
): Promise<TargetObject | undefined> {
  const entry = await findEntry(session, type, ref, attributes);
  return entry && toObject(session, type, entry, attributes);
}

/** All entries of a type. A cookie of the directory is worth nothing on another connection, so there is no cursor and a retry starts over. */
export async function* list(
  session: LdapSession,
  request: ListRequest,
  call: Call,
): AsyncGenerator<Page<TargetObject>> {
  const kind = requireKind(session.options, request.type);
  refuseCursor(request.after);
  const filter = request.filter ? entriesOf(kind, compileFilter(kind, request.filter)) : entriesOf(kind);
  const search = {
    base: kind.container,
    filter,
    attributes: wantedAttributes(session, kind, request.attributes),
    pageSize: request.pageSize,
  };
  const read = createReader({ session, kind, type: request.type, wanted: request.attributes });
  let done = 0;
  for await (const entries of searchPages(session, search, call.signal)) {
    done += entries.length;
    yield { items: entries.map(read) };
    call.heartbeat({ done });
  }
}

/** The members of a group; a DN without an entry is left out, for it is no object. */
export async function* members(
  session: LdapSession,
  { group, pageSize, after }: MembersRequest,
  call: Call,
): AsyncGenerator<Page<Member>> {
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
}

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
