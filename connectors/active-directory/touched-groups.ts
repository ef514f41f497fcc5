import { EqualityFilter, ExtensibleFilter, type Filter, OrFilter } from "ldapts";

import { searchPages } from "#connectors/ldap-client/paging.ts";

import type { ObjectKind } from "./address.ts";
import { objectsOf } from "./entries.ts";
import { binaryAttributes, idAttribute, sidAttribute } from "./entry-identity.ts";
import { primaryGroupAttribute, primaryGroupsOf } from "./primary-groups.ts";
import type { DomainSession } from "./session.ts";

const pageSize = 500;
// Number of groups in one filter.
const groupsAtOnce = 20;
// Number of changed groups above which all groups are read again.
const changedMax = 500;
// LDAP_MATCHING_RULE_IN_CHAIN: the groups of an object, including those through nested groups; source: MS-ADTS 3.1.1.3.4.4.3.
const inChain = "1.2.840.113556.1.4.1941";

/** Changes that may affect the members of groups that have not changed themselves. */
export interface Touch {
  readonly kind: ObjectKind;
  /** DNs of the groups that have changed. */
  readonly changed: readonly string[];
  /** True if groups were deleted: the groups that contained them are no longer known. */
  readonly someAreGone: boolean;
  /** Filter for accounts that were created. */
  readonly newAccounts: Filter;
  readonly signal: AbortSignal;
}

/**
 * Returns filters for the groups whose members have changed although the groups have not: those that contain a changed group, and
 * the primary groups of new accounts, which hold them without a link.
 */
export async function touchedGroups(session: DomainSession, touch: Touch): Promise<Filter[]> {
  const { kind, changed, someAreGone, newAccounts, signal } = touch;
  if (someAreGone || changed.length > changedMax) return [objectsOf(kind)];
  const search = {
    base: session.options.baseDN,
    filter: newAccounts,
    pageSize,
    binary: binaryAttributes,
    attributes: [idAttribute, sidAttribute, primaryGroupAttribute],
  };
  const first = new Set<string>();
  for await (const entries of searchPages(session, search, signal))
    for (const dn of (await primaryGroupsOf(session, entries)).values()) first.add(dn);
  const all = [...new Set([...changed, ...first])];
  const filters: Filter[] = [];
  for (let start = 0; start < all.length; start += groupsAtOnce) {
    const some = all.slice(start, start + groupsAtOnce);
    const around = some.map((value) => new ExtensibleFilter({ matchType: "member", rule: inChain, value }));
    const itself = some
      .filter((dn) => first.has(dn))
      .map((value) => new EqualityFilter({ attribute: "distinguishedName", value }));
    filters.push(objectsOf(kind, new OrFilter({ filters: [...around, ...itself] })));
  }
  return filters;
}
