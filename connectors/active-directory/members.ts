import { type Entry, EqualityFilter } from "ldapts";

import { ConnectorError, type OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { changeOf } from "#connectors/ldap-client/modifications.ts";
import { refuseCursor } from "#connectors/ldap-client/paging.ts";

import { kindOf } from "./address.ts";
import { findEntry, requireEntry } from "./entries.ts";
import { idAttribute, nameOf } from "./entry-identity.ts";
import { isPrimaryGroup, primaryGroupAttribute } from "./primary-groups.ts";
import { searchDirectMembers } from "./search-members.ts";
import type { DomainSession } from "./session.ts";
import { requireOrdinaryGroup } from "./system-groups.ts";
import { groupPlaceOf, walkMembers } from "./walk-members.ts";

// Result codes for a membership that exists or is gone already: no such attribute, value exists, unwilling to perform, entry
// exists. Each of them may mean something else too.
const perhapsDone = new Set([16, 20, 53, 68]);

/** Operations on the members of a group. */
export const memberOperations = {
  /**
   * Lists the members of a group: those in its list, those whose primary group it is, and those of the groups inside it, with the
   * group that they belong through.
   */
  async *members(session, { group, pageSize, after }, call) {
    refuseCursor(after);
    const place = groupPlaceOf(await requireEntry(session, "group", group, []));
    const search = searchDirectMembers(session, { pageSize, signal: call.signal });
    let done = 0;
    for await (const items of walkMembers(place, search)) {
      done += items.length;
      yield { items };
      call.heartbeat({ done });
    }
  },
  /** Adds a member to a group; succeeds if it is a member. */
  async addMember(session, { group, member }) {
    const to = await requireOrdinaryGroup(session, group);
    const entry = await requireEntry(session, member.type, member, []);
    if (isPrimaryGroup(to, entry)) return;
    try {
      await boundClient(session).modify(to.dn, changeOf({ attr: "member", add: [entry.dn] }));
    } catch (error) {
      if (!perhapsDone.has(resultCodeOf(error) ?? 0) || !(await isMemberOf(session, entry.dn, to))) throw error;
    }
  },
  /**
   * Removes a member from a group; succeeds if it is not a member.
   * @throws policy if the group is the primary one of the member
   */
  async removeMember(session, { group, member }) {
    const from = await requireOrdinaryGroup(session, group);
    const entry = kindOf(session.options, member.type) && (await findEntry(session, member.type, member, []));
    if (entry === undefined) return;
    if (isPrimaryGroup(from, entry))
      throw new ConnectorError(
        "policy",
        `"${nameOf(from)}" is the primary group of "${nameOf(entry)}", which ends only when another one becomes that (${primaryGroupAttribute}).`,
      );
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
