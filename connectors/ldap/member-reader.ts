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

/** Members of a group, and of the groups in it. */
export interface GroupMembers {
  readonly members: readonly Member[];
  /** True if the directory does not show the members, or not in the configured attribute. */
  readonly hidden: boolean;
}

/** Direct members of one group. */
interface Direct {
  readonly members: readonly Member[];
  readonly groups: readonly FoundEntry[];
}

const byName = ["member", "uniqueMember"];
const byUid = "memberUid";

/** Returns the attributes to request for the entry of a group. */
export function memberAttributes({ options: { memberAttribute } }: LdapSession): string[] {
  return memberAttribute === byUid ? [memberAttribute, "gidNumber"] : [memberAttribute];
}

/** Returns true if a value is the placeholder of an empty group. */
export function isEmptyMember({ emptyMember }: Pick<LdapOptions, "emptyMember">, value: string): boolean {
  return value.trim() === "" || value === emptyMember || nameKey(value) === nameKey(emptyMember);
}

/** Reader of the members of groups with few requests. */
export class MemberReader {
  readonly #session: LdapSession;
  readonly #schema: DirectorySchema;
  readonly #signal: AbortSignal;
  readonly #lookup: EntryLookup;
  /** Cache of the direct members of nested groups. */
  readonly #inner = new Map<string, Promise<Direct>>();

  /** Makes a reader for one listing. */
  constructor(session: LdapSession, schema: DirectorySchema, signal: AbortSignal) {
    this.#session = session;
    this.#schema = schema;
    this.#signal = signal;
    this.#lookup = new EntryLookup(session, schema, signal);
  }

  /** Looks up the accounts whose primary group is the given one, or any group, before a listing begins. */
  async begin(group?: Entry): Promise<void> {
    if (this.#session.options.memberAttribute !== byUid) return;
    const numbers = group === undefined ? [undefined] : textsOf(group, "gidNumber");
    for (const number of numbers) await this.#lookup.lookForNumbers(number);
  }

  /** Looks up the members of many groups together, so that `membersOf` needs no request for each. */
  async prepare(groups: readonly Entry[]): Promise<void> {
    await this.#lookup.lookForNames(groups.flatMap((group) => byName.flatMap((name) => this.#namesIn(group, name))));
    await this.#lookup.lookForUids(groups.flatMap((group) => textsOf(group, byUid)));
  }

  /** Returns the members of a group whose entry was read with `memberAttributes`. A direct membership wins over an indirect one. */
  async membersOf(group: Entry): Promise<GroupMembers> {
    const { memberAttribute } = this.#session.options;
    const { members, groups } = await this.#directOf(group, [memberAttribute]);
    const all = [...members];
    for (const inner of groups) all.push(...(await this.#membersThrough(inner, group.dn)));
    return { members: onlyOnce(all), hidden: this.#isHidden(group) };
  }

  /** Returns the values of a member attribute for which no entry is visible. */
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

  /** Returns the accounts of a nested group and of the groups inside it; visits each group once, even in a cycle. */
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

  /** Returns true if a group shows no members although it must have some, or cannot have any in the configured attribute. */
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

/** Returns a value of uniqueMember without the number at its end that tells namesakes apart. Source: RFC 4517 3.3.21. */
function withoutNumber(value: string): string {
  return value.replace(/#'[01]*'B$/, "");
}

/** Removes duplicate members; the first one stays. */
function onlyOnce(members: readonly Member[]): Member[] {
  const found = new Map<string, Member>();
  for (const member of members) {
    const key = `${member.type} ${member.id ?? member.name}`;
    if (!found.has(key)) found.set(key, member);
  }
  return [...found.values()];
}
