import { AndFilter, EqualityFilter, type Filter, OrFilter } from "ldapts";

import { domainPartOf } from "#connectors/ldap-client/distinguished-name.ts";
import { searchPages } from "#connectors/ldap-client/paging.ts";
import { withAllValues } from "#connectors/ldap-client/ranges.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { binaryAttributes } from "./entry-identity.ts";
import { primaryGroupAttribute } from "./primary-groups.ts";
import type { DomainSession } from "./session.ts";
import { type DirectMember, type GroupPlace, memberAttributes, memberOf } from "./walk-members.ts";

// Number of groups in one filter.
const groupsAtOnce = 50;

/** A search for members. */
export interface MemberSearch {
  readonly pageSize: number;
  readonly signal: AbortSignal;
}

/**
 * Makes the search for the direct members of groups. Members are found by their back link to the group, because the list in the
 * group itself is cut at 1,500 values. Members by their primary group are in neither and are searched by its number. The whole
 * domain is searched, because a member may be anywhere.
 */
export function searchDirectMembers(session: DomainSession, { pageSize, signal }: MemberSearch) {
  return async function* directOf(groups: readonly GroupPlace[]): AsyncGenerator<DirectMember[]> {
    for (let start = 0; start < groups.length; start += groupsAtOnce) {
      const some = groups.slice(start, start + groupsAtOnce);
      const search = {
        base: domainPartOf(session.options.baseDN),
        filter: new OrFilter({ filters: some.flatMap(isMemberOf) }),
        attributes: [...memberAttributes, "memberOf"],
        binary: binaryAttributes,
        pageSize,
      };
      const byDn = new Map(some.map((group) => [group.dn.toLowerCase(), group]));
      const byRid = new Map(some.flatMap((group) => (group.rid === undefined ? [] : [[group.rid, group] as const])));
      for await (const entries of searchPages(session, search, signal)) {
        const found: DirectMember[] = [];
        for (const part of entries) {
          const entry = some.length === 1 ? part : await withAllValues(session, part, binaryAttributes);
          const [rid = ""] = textsOf(entry, primaryGroupAttribute);
          const link = textsOf(entry, "memberOf").find((dn) => byDn.has(dn.toLowerCase()));
          const of = byDn.get(link?.toLowerCase() ?? "") ?? byRid.get(rid) ?? some[0];
          if (of !== undefined) found.push({ entry: memberOf(entry), of });
        }
        yield found;
      }
    }
  };
}

/** Returns the filters for the direct members of a group. */
function isMemberOf({ dn, rid }: GroupPlace): Filter[] {
  const linked = new EqualityFilter({ attribute: "memberOf", value: dn });
  if (rid === undefined) return [linked];
  const isAccount = new EqualityFilter({ attribute: "objectClass", value: "user" });
  const first = new EqualityFilter({ attribute: primaryGroupAttribute, value: rid });
  return [linked, new AndFilter({ filters: [isAccount, first] })];
}
