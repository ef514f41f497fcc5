import { EqualityFilter, type Entry, OrFilter } from "ldapts";

import { boundClient } from "#connectors/ldap-client/connection.ts";
import { domainPartOf } from "#connectors/ldap-client/distinguished-name.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { domainAndRidOfEntry, sidAttribute } from "./entry-identity.ts";
import { sidToBytes } from "./identifiers.ts";
import type { DomainSession } from "./session.ts";

/**
 * Attribute with the number of an account's primary group. That membership is in no list of members and in no `memberOf`; source:
 * MS-ADTS 3.1.1.4.5.9.
 */
export const primaryGroupAttribute = "primaryGroupID";

/**
 * Returns true if a group is the primary one of an account. Both entries carry their security identifiers, the account also its
 * primary group.
 */
export function isPrimaryGroup(group: Entry, account: Entry): boolean {
  const [of, own] = [domainAndRidOfEntry(group), domainAndRidOfEntry(account)];
  return of !== undefined && of.domain === own?.domain && textsOf(account, primaryGroupAttribute)[0] === of.rid;
}

/** Finds the primary groups of accounts with one request; returns the DNs of the groups by the DNs of the accounts. */
export async function primaryGroupsOf(
  session: DomainSession,
  accounts: readonly Entry[],
): Promise<ReadonlyMap<string, string>> {
  const sids = new Map(
    accounts.flatMap((account): [string, string][] => {
      const [rid] = textsOf(account, primaryGroupAttribute);
      const domain = domainAndRidOfEntry(account)?.domain;
      return rid === undefined || domain === undefined ? [] : [[account.dn, `${domain}-${rid}`]];
    }),
  );
  const groups = new Map(await dnsOf(session, [...new Set(sids.values())]));
  return new Map(
    [...sids].flatMap(([account, sid]): [string, string][] => {
      const group = groups.get(sid);
      return group === undefined ? [] : [[account, group]];
    }),
  );
}

async function dnsOf(session: DomainSession, sids: readonly string[]): Promise<[sid: string, dn: string][]> {
  if (sids.length === 0) return [];
  const named = sids.map((sid) => new EqualityFilter({ attribute: sidAttribute, value: sidToBytes(sid) }));
  const { searchEntries } = await boundClient(session).search(domainPartOf(session.options.baseDN), {
    scope: "sub",
    filter: new OrFilter({ filters: named }),
    attributes: [sidAttribute],
    explicitBufferAttributes: [sidAttribute],
  });
  return searchEntries.flatMap((entry): [string, string][] => {
    const found = domainAndRidOfEntry(entry);
    return found === undefined ? [] : [[`${found.domain}-${found.rid}`, entry.dn]];
  });
}
