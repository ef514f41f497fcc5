import type { Entry } from "ldapts";

import {
  type Call,
  ConnectorError,
  type ListRequest,
  type MembersRequest,
  type ObjectType,
  type OperationsPart,
  type Page,
  type TargetObject,
} from "#connectors/contract/index.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { compileFilter } from "#connectors/ldap-client/filter.ts";
import { refuseCursor, searchPages } from "#connectors/ldap-client/paging.ts";
import { comesInParts, withAllValues } from "#connectors/ldap-client/ranges.ts";
import { noBase } from "#connectors/ldap-client/search.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { type LdapOptions, requireKind } from "./address.ts";
import { type DirectorySchema, unknownSchema } from "./directory-schema.ts";
import { entriesOf, findEntry, readerOf, requireEntry, toObject, wantedAttributes } from "./entries.ts";
import { MemberReader, memberAttributes } from "./member-reader.ts";
import type { LdapSession } from "./session.ts";
import { isBinary } from "./value-forms.ts";
import { whatDoesNotFit } from "./what-does-not-fit.ts";

const noSuchObject = 32;

// A request looks up 100 members, so a portion takes 50 requests.
const portionMembers = 5_000;

// The only single-valued attributes of the common classes.
const singleValued = new Set(["displayname", "employeenumber", "preferredlanguage"]);

const references = new Set(["manager", "owner"]);

/** Operations that read. */
export const readOperations = {
  /** Returns facts from the root entry of the directory. Parts of the address that do not fit the directory are reported as notices. */
  async serverInfo(session, call) {
    const asked = ["vendorName", "vendorVersion", "structuralObjectClass", "supportedControl", "namingContexts"];
    const root = await entryAt(session, "", asked);
    if (root === undefined) throw new ConnectorError("config", "The directory shows no root entry.");
    const [vendor] = textsOf(root, "vendorName");
    const openLdap = textsOf(root, "structuralObjectClass").includes("OpenLDAProotDSE");
    const [version] = textsOf(root, "vendorVersion");
    for (const words of [...session.warnings, ...(await whatDoesNotFit(session))]) call.notice(words);
    return { product: vendor ?? (openLdap ? "OpenLDAP" : "LDAP directory"), ...(version !== undefined && { version }) };
  },
  /** Returns the attributes that are read, as the options of the target configure them. */
  async schema({ options, schema }) {
    // Documents are generated without a directory.
    return typesOf(options, await (schema as LdapSession["schema"] | undefined)?.());
  },
  /** Returns one entry, or undefined. */
  async get(session, { type, ref, attributes }) {
    const entry = await findEntry(session, type, ref, attributes);
    return entry && toObject(session, type, entry, attributes);
  },
  /**
   * Lists all entries of a type, groups with their members. A cookie of the directory is worthless on another connection, so there
   * is no cursor and a retry starts over.
   */
  async *list(session, request, call) {
    const { type, filter, attributes, pageSize, after } = request;
    const kind = requireKind(session.options, type);
    refuseCursor(after);
    const schema = await session.schema();
    if (schema.known && !schema.hasClass(kind.objectClass))
      throw new ConnectorError("config", `The directory knows no object class "${kind.objectClass}" (${type}s).`);
    const withMembers = type === "group" && attributes === undefined;
    const search = {
      base: kind.container,
      filter: entriesOf(kind, ...(filter ? [compileFilter(kind, filter)] : [])),
      attributes: [...wantedAttributes(session, kind, attributes), ...(withMembers ? memberAttributes(session) : [])],
      pageSize,
      whole: true,
    } as const;
    const pages = searchPages(session, search, call.signal);
    yield* listed(session, withMembers ? new MemberReader(session, schema, call.signal) : undefined, {
      request,
      pages,
      call,
    });
  },
  /** Lists the members of a group and of the groups in it; a DN without an entry is left out, because it is not an object. */
  async *members(session, { group, pageSize, after }: MembersRequest, call) {
    refuseCursor(after);
    const entry = await requireEntry(session, "group", group, memberAttributes(session));
    const reader = new MemberReader(session, await session.schema(), call.signal);
    await reader.begin(entry);
    const { members, hidden } = await reader.membersOf(entry);
    // At least one page if hidden members must be reported.
    const pages = Math.max(Math.ceil(members.length / pageSize), hidden ? 1 : 0);
    for (let from = 0; from < pages * pageSize; from += pageSize) {
      call.signal.throwIfAborted();
      const items = members.slice(from, from + pageSize);
      yield { items, total: members.length, ...(hidden && { hidden }) };
      call.heartbeat({ done: from + items.length });
    }
  },
} satisfies OperationsPart<LdapSession>;

interface Listed {
  readonly request: ListRequest;
  readonly pages: AsyncIterable<Entry[]>;
  readonly call: Call;
}

async function* listed(
  session: LdapSession,
  members: MemberReader | undefined,
  { request: { type, attributes }, pages, call }: Listed,
): AsyncGenerator<Page<TargetObject>> {
  const { container } = requireKind(session.options, type);
  const read = await readerOf(session, type, attributes);
  await members?.begin();
  let done = 0;
  try {
    for await (const found of pages) {
      const entries = found.some((entry) => comesInParts(entry))
        ? await Promise.all(found.map((entry) => withAllValues(session, entry)))
        : found;
      for (const some of members === undefined ? [entries] : inPortions(session, entries)) {
        await members?.prepare(some);
        const items: TargetObject[] = [];
        for (const entry of some) items.push({ ...read(entry), ...(members && (await heldBy(members, entry))) });
        done += items.length;
        yield { items };
        call.heartbeat({ done });
      }
    }
  } catch (error) {
    throw resultCodeOf(error) === noSuchObject ? noBase(container, error) : error;
  }
}

async function heldBy(reader: MemberReader, group: Entry): Promise<Pick<TargetObject, "members" | "membersHidden">> {
  const { members, hidden } = await reader.membersOf(group);
  return { members, ...(hidden && { membersHidden: true }) };
}

/** Splits groups into portions with few enough members for a timely page; one large group may be a portion of its own. */
function inPortions({ options: { memberAttribute } }: LdapSession, groups: readonly Entry[]): Entry[][] {
  const portions: Entry[][] = [[]];
  let members = 0;
  for (const group of groups) {
    members += textsOf(group, memberAttribute).length;
    if (members > portionMembers && portions.at(-1)?.length !== 0) {
      portions.push([]);
      members = textsOf(group, memberAttribute).length;
    }
    portions.at(-1)?.push(group);
  }
  return portions;
}

function typesOf(options: LdapOptions, schema: DirectorySchema = unknownSchema): ObjectType[] {
  return ["account", "group"].map((type) => {
    const attributes = requireKind(options, type).readable.map((name) => ({
      name,
      kind: isBinary(schema, name) ? "binary" : references.has(name.toLowerCase()) ? "ref" : "string",
      multi: !(schema.attribute(name)?.single ?? singleValued.has(name.toLowerCase())),
    })) satisfies ObjectType["attributes"];
    const name = { name: "name", kind: "string", required: true } as const;
    return { type, attributes: [name, { name: "dn", kind: "ref", readOnly: true }, ...attributes] };
  });
}
