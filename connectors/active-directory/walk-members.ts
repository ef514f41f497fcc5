import type { Entry } from "ldapts";

import type { Member, ObjectRef } from "#connectors/contract/index.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { namingAttribute } from "./address.ts";
import { domainAndRidOfEntry, idAttribute, idOf, nameOf, sidAttribute } from "./entry-identity.ts";
import { primaryGroupAttribute } from "./primary-groups.ts";

/** A group whose members are searched. */
export interface GroupPlace {
  readonly dn: string;
  readonly ref: ObjectRef & { readonly id: string };
  /** Number within the domain, which accounts hold as their primary group; undefined if it cannot be a primary group. */
  readonly rid: string | undefined;
}

/** A direct member of one of some groups. */
export interface DirectMember {
  readonly entry: MemberEntry;
  readonly of: GroupPlace;
}

/** Facts kept of an entry that may be a member. */
export interface MemberEntry {
  readonly member: Member & { readonly id: string };
  /** Place of a group; absent for other entries. */
  readonly place?: GroupPlace;
}

/** Attributes to show a member and to follow nested groups. */
export const memberAttributes = [
  "objectClass",
  idAttribute,
  namingAttribute,
  "cn",
  sidAttribute,
  primaryGroupAttribute,
];

/** Returns the place of a group from its entry, read with the member attributes. */
export function groupPlaceOf(entry: Entry): GroupPlace {
  return { dn: entry.dn, ref: { id: idOf(entry), name: nameOf(entry) }, rid: domainAndRidOfEntry(entry)?.rid };
}

/**
 * Converts an entry into a member. An entry that is neither account nor group is a member too: a computer, or a principal of
 * another domain.
 */
export function memberOf(entry: Entry): MemberEntry {
  const classes = textsOf(entry, "objectClass").map((name) => name.toLowerCase());
  const type = types.find(([of]) => classes.includes(of))?.[1] ?? classes.at(-1) ?? "";
  const member = { type, id: idOf(entry), name: nameOf(entry), attributes: { dn: [entry.dn] } };
  return { member, ...(type === "group" && { place: groupPlaceOf(entry) }) };
}

// A computer also has the class of users.
const types = [
  ["group", "group"],
  ["computer", "computer"],
  ["user", "account"],
  ["foreignsecurityprincipal", "foreignSecurityPrincipal"],
] as const;

/**
 * Yields the members of a group in pages: first its own, then those of nested groups, each once, with the direct subgroup that it
 * belongs through. `directOf` returns the direct members of several groups at once, so the depth of nesting bounds the number of
 * calls.
 */
export async function* walkMembers(
  group: GroupPlace,
  directOf: (groups: readonly GroupPlace[]) => AsyncIterable<readonly DirectMember[]>,
): AsyncGenerator<Member[]> {
  const given = new Set([group.ref.id]);
  const ways = new Map<GroupPlace, ObjectRef>();
  let level: readonly GroupPlace[] = [group];
  while (level.length > 0) {
    const inner: GroupPlace[] = [];
    for await (const found of directOf(level)) {
      const fresh = found.filter(({ entry }) => !given.has(entry.member.id) && given.add(entry.member.id));
      yield fresh.map(({ entry, of }) => {
        const through = ways.get(of);
        if (entry.place !== undefined) {
          ways.set(entry.place, through ?? entry.place.ref);
          inner.push(entry.place);
        }
        return through === undefined ? entry.member : { ...entry.member, through };
      });
    }
    level = inner;
  }
}
