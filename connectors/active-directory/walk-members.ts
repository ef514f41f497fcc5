import type { Entry } from "ldapts";

import type { Member, ObjectRef } from "#connectors/contract/index.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { namingAttribute } from "./address.ts";
import { domainAndRidOfEntry, idAttribute, idOf, nameOf, sidAttribute } from "./entry-identity.ts";
import { primaryGroupAttribute } from "./primary-groups.ts";

/** A group whose members are looked for. */
export interface GroupPlace {
  readonly dn: string;
  readonly ref: ObjectRef & { readonly id: string };
  /** Its number in the domain, which accounts have as their primary group; undefined = it can be nobody's. */
  readonly rid: string | undefined;
}

/** A direct member of one of some groups. */
export interface DirectMember {
  readonly entry: MemberEntry;
  readonly of: GroupPlace;
}

/** What is kept of an entry that may be a member. */
export interface MemberEntry {
  readonly member: Member & { readonly id: string };
  /** Absent = it is no group. */
  readonly place?: GroupPlace;
}

/** The attributes by which a member is shown and groups inside groups are followed. */
export const memberAttributes = [
  "objectClass",
  idAttribute,
  namingAttribute,
  "cn",
  sidAttribute,
  primaryGroupAttribute,
];

/** Where a group is, by its entry with the attributes of members. */
export function groupPlaceOf(entry: Entry): GroupPlace {
  return { dn: entry.dn, ref: { id: idOf(entry), name: nameOf(entry) }, rid: domainAndRidOfEntry(entry)?.rid };
}

/** An entry as a member. What is neither account nor group is one all the same: a machine, or somebody of another domain. */
export function memberOf(entry: Entry): MemberEntry {
  const classes = textsOf(entry, "objectClass").map((name) => name.toLowerCase());
  const type = types.find(([of]) => classes.includes(of))?.[1] ?? classes.at(-1) ?? "";
  const member = { type, id: idOf(entry), name: nameOf(entry), attributes: { dn: [entry.dn] } };
  return { member, ...(type === "group" && { place: groupPlaceOf(entry) }) };
}

// A machine is of the class of persons, too.
const types = [
  ["group", "group"],
  ["computer", "computer"],
  ["user", "account"],
  ["foreignsecurityprincipal", "foreignSecurityPrincipal"],
] as const;

/**
 * The members of a group in pages: first its own, then those of the groups inside it, each once and with the one of its own groups by
 * which it belongs to it. `directOf` gives the direct members of some groups at once, so that the depth of the groups bounds the
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
