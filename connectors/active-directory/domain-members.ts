import { type Entry, EqualityFilter, OrFilter, PresenceFilter } from "ldapts";

import type { Call, Member } from "#connectors/contract/index.ts";
import { domainPartOf } from "#connectors/ldap-client/distinguished-name.ts";
import { searchPages } from "#connectors/ldap-client/paging.ts";
import { withAllValues } from "#connectors/ldap-client/ranges.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { binaryAttributes } from "./entry-identity.ts";
import { primaryGroupAttribute } from "./primary-groups.ts";
import type { DomainSession } from "./session.ts";
import {
  type DirectMember,
  type GroupPlace,
  memberAttributes,
  type MemberEntry,
  memberOf,
  walkMembers,
} from "./walk-members.ts";

/** Memberships of all groups of a domain, read at once. */
export class DomainMembers {
  readonly #byDn = new Map<string, MemberEntry[]>();
  readonly #byRid = new Map<string, MemberEntry[]>();

  /** Reads all possible members page by page; yields the number of entries so far after each page. */
  async *read(session: DomainSession, pageSize: number, { signal }: Call): AsyncGenerator<number> {
    const isOf = (value: string) => new EqualityFilter({ attribute: "objectClass", value });
    const search = {
      base: domainPartOf(session.options.baseDN),
      filter: new OrFilter({ filters: [isOf("group"), isOf("user"), new PresenceFilter({ attribute: "memberOf" })] }),
      attributes: [...memberAttributes, "memberOf"],
      binary: binaryAttributes,
      pageSize,
    };
    let done = 0;
    for await (const entries of searchPages(session, search, signal)) {
      for (const entry of entries) this.#add(await withAllValues(session, entry, binaryAttributes));
      done += entries.length;
      yield done;
    }
  }

  /** Returns the members of a group. */
  async of(group: GroupPlace): Promise<Member[]> {
    const all: Member[] = [];
    for await (const members of walkMembers(group, (groups) => this.#directOf(groups)))
      for (const member of members) all.push(member);
    return all;
  }

  #add(entry: Entry): void {
    const read = memberOf(entry);
    // The DN is dropped to save memory: a domain has many accounts, and it is not needed here.
    const { attributes: _attributes, ...member } = read.member;
    const kept = { ...read, member };
    for (const dn of textsOf(entry, "memberOf")) append(this.#byDn, dn.toLowerCase(), kept);
    const [rid] = member.type === "group" ? [] : textsOf(entry, primaryGroupAttribute);
    if (rid !== undefined) append(this.#byRid, rid, kept);
  }

  async *#directOf(groups: readonly GroupPlace[]): AsyncGenerator<DirectMember[]> {
    for (const of of groups) {
      const linked = this.#byDn.get(of.dn.toLowerCase()) ?? [];
      const first = (of.rid === undefined ? undefined : this.#byRid.get(of.rid)) ?? [];
      yield [...linked, ...first].map((entry) => ({ entry, of }));
    }
  }
}

function append(lists: Map<string, MemberEntry[]>, key: string, entry: MemberEntry): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [entry]);
  else list.push(entry);
}
