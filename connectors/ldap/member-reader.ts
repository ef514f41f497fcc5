import type { Entry } from "ldapts";

import type { Member } from "#connectors/contract/index.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { withAllValues } from "#connectors/ldap-client/ranges.ts";
import { nameKey } from "#connectors/ldap-client/relative-name.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { LdapOptions } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import { EntryLookup, type FoundEntry } from "./entry-lookup.ts";
import type { LdapSession } from "./session.ts";

/** The members of a group, and of the groups in it. */
export interface GroupMembers {
  readonly members: readonly Member[];
  /** The directory does not show them, or not in the attribute that the address names. */
  readonly hidden: boolean;
}

/** The members of one group itself. */
interface Direct {
  readonly members: readonly Member[];
  readonly groups: readonly FoundEntry[];
}

const byName = ["member", "uniqueMember"];
const byUid = "memberUid";

/** The attributes with which the entry of a group has to be read. */
export function memberAttributes({ options: { memberAttribute } }: LdapSession): string[] {
  return memberAttribute === byUid ? [memberAttribute, "gidNumber"] : [memberAttribute];
}

/** Whether a value stands for nobody. */
export function isEmptyMember({ emptyMember }: Pick<LdapOptions, "emptyMember">, value: string): boolean {
  return value.trim() === "" || value === emptyMember || nameKey(value) === nameKey(emptyMember);
}

/** Reads the members of groups with few requests. */
export class MemberReader {
  readonly #session: LdapSession;
  readonly #schema: DirectorySchema;
  readonly #signal: AbortSignal;
  readonly #lookup: EntryLookup;
  /** What is known of groups inside groups. */
  readonly #inner = new Map<string, Promise<Direct>>();

  /** Makes a reader for one listing. */
  constructor(session: LdapSession, schema: DirectorySchema, signal: AbortSignal) {
    this.#session = session;
    this.#schema = schema;
    this.#signal = signal;
    this.#lookup = new EntryLookup(session, schema, signal);
  }

  /** Looks for the accounts of which a group is the primary one, or for those of all groups, before a listing begins. */
  async begin(group?: Entry): Promise<void> {
    if (this.#session.options.memberAttribute !== byUid) return;
    const numbers = group === undefined ? [undefined] : textsOf(group, "gidNumber");
    for (const number of numbers) await this.#lookup.lookForNumbers(number);
  }

  /** Looks for the members of many groups together, so that `membersOf` need not ask for each. */
  async prepare(groups: readonly Entry[]): Promise<void> {
    await this.#lookup.lookForNames(groups.flatMap((group) => byName.flatMap((name) => this.#namesIn(group, name))));
    await this.#lookup.lookForUids(groups.flatMap((group) => textsOf(group, byUid)));
  }

  /** The members of a group whose entry was read with `memberAttributes`; who is in it by several ways is in it himself first. */
  async membersOf(group: Entry): Promise<GroupMembers> {
    const { memberAttribute } = this.#session.options;
    const { members, groups } = await this.#directOf(group, [memberAttribute]);
    const all = [...members];
    for (const inner of groups) all.push(...(await this.#membersThrough(inner, group.dn)));
    return { members: onlyOnce(all), hidden: this.#isHidden(group) };
  }

  /** Those of the values of an attribute that holds entries for which none is seen. */
  async unseen(attribute: string, values: readonly string[]): Promise<readonly string[]> {
    if (attribute === byUid) await this.#lookup.lookForUids(values);
    else await this.#lookup.lookForNames(values.map(withoutNumber));
    const find = (value: string) =>
      attribute === byUid ? this.#lookup.withUid(value) : this.#lookup.named(withoutNumber(value));
    return values.filter((value) => find(value) === undefined);
  }

  async #directOf(group: Entry, attributes: readonly string[]): Promise<Direct> {
    await this.prepare([group]);
    const names = byName.filter((name) => attributes.includes(name)).flatMap((name) => this.#namesIn(group, name));
    const found = names.map((dn) => this.#lookup.named(dn)).filter((entry) => entry !== undefined);
    const uids = attributes.includes(byUid) ? textsOf(group, byUid) : [];
    const members = [...found.map(({ member }) => member), ...uids.map((uid) => this.#lookup.withUid(uid))];
    const primary = textsOf(group, "gidNumber").flatMap((number) => this.#lookup.withNumber(number));
    const seen = members.filter((member) => member !== undefined);
    return { members: onlyOnce([...seen, ...primary]), groups: found.filter(({ isGroup }) => isGroup) };
  }

  #innerAt({ dn }: FoundEntry): Promise<Direct> {
    const key = this.#lookup.keyOf(dn);
    const known = this.#inner.get(key);
    if (known !== undefined) return known;
    const attributes = [...byName, byUid];
    const reading = entryAt(this.#session, dn, attributes).then(async (entry) =>
      entry === undefined
        ? { members: [], groups: [] }
        : this.#directOf(await withAllValues(this.#session, entry), attributes),
    );
    this.#inner.set(key, reading);
    return reading;
  }

  /** The accounts of a group inside a group, and of those inside of it; each group is gone through once, also in a circle. */
  async #membersThrough(inner: FoundEntry, around: string): Promise<Member[]> {
    const { id, name } = inner.member ?? { id: undefined, name: inner.dn };
    const through = { ...(id !== undefined && { id }), name };
    const seen = new Set([this.#lookup.keyOf(around)]);
    const waiting = [inner];
    const members: Member[] = [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      this.#signal.throwIfAborted();
      const key = this.#lookup.keyOf(next.dn);
      if (seen.has(key)) continue;
      seen.add(key);
      const direct = await this.#innerAt(next);
      waiting.push(...direct.groups);
      for (const member of direct.members) if (member.type === "account") members.push({ ...member, through });
    }
    return members;
  }

  /** Whether a group shows no members though it must have some, or cannot have any in the attribute that the address names. */
  #isHidden(group: Entry): boolean {
    const { memberAttribute } = this.#session.options;
    if (!this.#schema.known || textsOf(group, memberAttribute).length > 0) return false;
    return this.#schema.ruleOf(textsOf(group, "objectClass"), memberAttribute) !== "may";
  }

  #namesIn(group: Entry, attribute: string): string[] {
    const values = textsOf(group, attribute).filter((value) => !isEmptyMember(this.#session.options, value));
    return values.map(withoutNumber);
  }
}

/** A value of uniqueMember without the number at its end that tells namesakes apart. Source: RFC 4517 3.3.21. */
function withoutNumber(value: string): string {
  return value.replace(/#'[01]*'B$/, "");
}

/** Each member once, as it comes first. */
function onlyOnce(members: readonly Member[]): Member[] {
  const found = new Map<string, Member>();
  for (const member of members) {
    const key = `${member.type} ${member.id ?? member.name}`;
    if (!found.has(key)) found.set(key, member);
  }
  return [...found.values()];
}
