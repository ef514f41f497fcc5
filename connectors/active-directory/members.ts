import { type Entry, EqualityFilter, OrFilter } from "ldapts";

import type { Member, OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { changeOf } from "#connectors/ldap-client/modifications.ts";
import { pagesOf, refuseCursor } from "#connectors/ldap-client/paging.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { kindOf, namingAttribute } from "./address.ts";
import { binaryAttributes, findEntry, idAttribute, objectsOf, requireEntry, requireKind } from "./entries.ts";
import { idOf, nameOf } from "./object-reader.ts";
import type { DomainSession } from "./session.ts";
import { requireOrdinaryGroup } from "./system-groups.ts";

// A membership that is there already, or is gone already, has one of these: no such attribute, value exists, unwilling to
// perform, entry exists; each of them may mean something else too.
const perhapsDone = new Set([16, 20, 53, 68]);

/** The operations on who is in a group. */
export const memberOperations = {
  /**
   * The accounts and groups that are direct members of a group. They are found by the link that points back at it, for the
   * list in the group itself is cut off at 1,500 values. Whose primary group it is, is no member in this sense.
   */
  async *members(session, { group, pageSize, after }, call) {
    refuseCursor(after);
    const { dn } = await requireEntry(session, "group", group);
    const { options } = session;
    const kinds = [requireKind(options, "account"), requireKind(options, "group")];
    const isMember = new EqualityFilter({ attribute: "memberOf", value: dn });
    const search = {
      base: options.baseDN,
      filter: new OrFilter({ filters: kinds.map((kind) => objectsOf(kind, isMember)) }),
      attributes: ["objectClass", idAttribute, namingAttribute],
      binary: binaryAttributes,
      pageSize,
    };
    yield* pagesOf(session, { search, itemOf: toMember }, call);
  },
  /** Puts a member into a group; being in it already is success. */
  async addMember(session, { group, member }) {
    const to = await requireOrdinaryGroup(session, group);
    const { dn } = await requireEntry(session, member.type, member);
    try {
      await boundClient(session).modify(to.dn, changeOf({ attr: "member", add: [dn] }));
    } catch (error) {
      if (!perhapsDone.has(resultCodeOf(error) ?? 0) || !(await isMemberOf(session, dn, to))) throw error;
    }
  },
  /** Takes a member out of a group; not being in it is success. */
  async removeMember(session, { group, member }) {
    const from = await requireOrdinaryGroup(session, group);
    const entry = kindOf(session.options, member.type) && (await findEntry(session, member.type, member));
    if (entry === undefined) return;
    try {
      await boundClient(session).modify(from.dn, changeOf({ attr: "member", remove: [entry.dn] }));
    } catch (error) {
      if (!perhapsDone.has(resultCodeOf(error) ?? 0) || (await isMemberOf(session, entry.dn, from))) throw error;
    }
  },
} satisfies OperationsPart<DomainSession>;

async function isMemberOf(session: DomainSession, dn: string, group: Entry): Promise<boolean> {
  const filter = new EqualityFilter({ attribute: "member", value: dn });
  const search = boundClient(session).search(group.dn, { scope: "base", filter, attributes: [idAttribute] });
  return (await search).searchEntries.length > 0;
}

function toMember(entry: Entry): Member {
  const isGroup = textsOf(entry, "objectClass").some((name) => name.toLowerCase() === "group");
  return { type: isGroup ? "group" : "account", id: idOf(entry), name: nameOf(entry), attributes: { dn: [entry.dn] } };
}
