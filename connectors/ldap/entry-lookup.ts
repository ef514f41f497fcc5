import { AndFilter, type Entry, EqualityFilter, type Filter, OrFilter, PresenceFilter } from "ldapts";

import type { Member } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { searchPages } from "#connectors/ldap-client/paging.ts";
import { firstStepOf, nameKey } from "#connectors/ldap-client/relative-name.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { type LdapKind, requireKind } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import { entriesOf } from "./entries.ts";
import { isSameNaming, namingOfEntry } from "./naming.ts";
import type { LdapSession } from "./session.ts";

/** Result of a lookup by DN. */
export interface FoundEntry {
  readonly dn: string;
  /** True if the entry holds members: a group of the configured class or of another one. */
  readonly isGroup: boolean;
  /** Member for the entry; absent if it is neither an account nor a group of this target. */
  readonly member?: Member;
}

// Groups of other classes than the configured one hold members too.
const groupClasses = ["groupOfNames", "groupOfUniqueNames", "groupOfMembers", "posixGroup"];
// A filter of this many names is still an ordinary request.
const askedTogether = 100;
const numbersPage = 500;
const sizeLimitExceeded = 4;
// Bound of the cache; that many entries fit into memory.
const keptMax = 200_000;

/** Lookup of entries by the values that groups hold: in batches, and each entry only once. */
export class EntryLookup {
  readonly #session: LdapSession;
  readonly #schema: DirectorySchema;
  readonly #signal: AbortSignal;
  readonly #account: LdapKind;
  readonly #group: LdapKind;
  readonly #asked: readonly string[];
  readonly #byKey = new Map<string, FoundEntry | undefined>();
  readonly #byUid = new Map<string, Member | undefined>();
  readonly #byNumber = new Map<string, Member[]>();

  constructor(session: LdapSession, schema: DirectorySchema, signal: AbortSignal) {
    const { options } = session;
    this.#session = session;
    this.#schema = schema;
    this.#signal = signal;
    this.#account = requireKind(options, "account");
    this.#group = requireKind(options, "group");
    this.#asked = ["objectClass", options.idAttribute, this.#account.naming, this.#group.naming];
  }

  /** Returns the key by which DNs are compared. */
  keyOf(dn: string): string {
    return nameKey(dn, this.#schema.keyOf);
  }

  /** Returns the entry of a DN that was looked up; undefined if none is visible. */
  named(dn: string): FoundEntry | undefined {
    return this.#byKey.get(this.keyOf(dn));
  }

  /** Returns the account of a uid that was looked up. */
  withUid(uid: string): Member | undefined {
    return this.#byUid.get(uid);
  }

  /** Returns the accounts of a primary group number that was looked up. */
  withNumber(gidNumber: string): readonly Member[] {
    return this.#byNumber.get(gidNumber) ?? [];
  }

  async lookForNames(names: readonly string[]): Promise<void> {
    if (this.#byKey.size > keptMax) this.#byKey.clear();
    const below = `\u0000${this.keyOf(this.#session.options.baseDN)}`;
    const wanted = new Map(names.map((dn) => [this.keyOf(dn), dn]));
    const together: Filter[] = [];
    for (const [key, dn] of wanted) {
      if (this.#byKey.has(key)) continue;
      const filter = `\u0000${key}`.endsWith(below) ? stepFilter(dn) : undefined;
      this.#byKey.set(key, filter === undefined ? await this.#foundAt(dn) : undefined);
      if (filter !== undefined) together.push(filter);
    }
    for (const entry of await this.#search(this.#session.options.baseDN, together)) {
      const key = this.keyOf(entry.dn);
      // Entries elsewhere may begin with the same step; only the requested ones are kept.
      if (this.#byKey.has(key)) this.#byKey.set(key, this.#foundOf(entry));
    }
  }

  /** Looks up accounts by `uid`, the attribute that names them on Unix-like systems. Source: RFC 2307 2.3. */
  async lookForUids(uids: readonly string[]): Promise<void> {
    const wanted = [...new Set(uids)].filter((uid) => !this.#byUid.has(uid));
    const filters = wanted.map((value) => entriesOf(this.#account, new EqualityFilter({ attribute: "uid", value })));
    const entries = await this.#search(this.#account.container, filters, "uid");
    const inAnyCase = (uid: string) => (one: string) => isSameNaming(this.#schema, "uid", one, uid);
    for (const uid of wanted) {
      const has = (same: (one: string) => boolean) => entries.find((entry) => textsOf(entry, "uid").some(same));
      const entry = has((one) => one === uid) ?? has(inAnyCase(uid));
      this.#byUid.set(uid, entry && this.#foundOf(entry).member);
    }
  }

  /**
   * Looks up accounts by the number of their primary group; all numbers if absent. The search is paged, and a directory may allow
   * only one paged search at a time.
   */
  async lookForNumbers(number?: string): Promise<void> {
    const attribute = "gidNumber";
    const condition =
      number === undefined ? new PresenceFilter({ attribute }) : new EqualityFilter({ attribute, value: number });
    const search = {
      base: this.#account.container,
      filter: entriesOf(this.#account, condition),
      attributes: [...this.#asked, attribute],
      pageSize: numbersPage,
    };
    for await (const entries of searchPages(this.#session, search, this.#signal))
      for (const entry of entries) {
        const { member } = this.#foundOf(entry);
        if (member === undefined) continue;
        for (const value of textsOf(entry, attribute)) {
          const those = this.#byNumber.get(value);
          if (those === undefined) this.#byNumber.set(value, [member]);
          else those.push(member);
        }
      }
  }

  /** Searches the entries below a base that match any of many filters; without paging, because a paged listing may be in progress. */
  async #search(base: string, filters: readonly Filter[], more?: string): Promise<Entry[]> {
    const attributes = more === undefined ? [...this.#asked] : [...this.#asked, more];
    const entries: Entry[] = [];
    for (const waiting = inPieces(filters); waiting.length > 0;) {
      this.#signal.throwIfAborted();
      const piece = waiting.pop() ?? [];
      try {
        const filter = new OrFilter({ filters: piece });
        const search = boundClient(this.#session).search(base, { scope: "sub", filter, attributes });
        entries.push(...(await search).searchEntries);
      } catch (error) {
        if (resultCodeOf(error) !== sizeLimitExceeded || piece.length === 1) throw error;
        const half = Math.ceil(piece.length / 2);
        waiting.push(piece.slice(0, half), piece.slice(half));
      }
    }
    return entries;
  }

  async #foundAt(dn: string): Promise<FoundEntry | undefined> {
    try {
      const entry = await entryAt(this.#session, dn, this.#asked);
      return entry && this.#foundOf(entry);
    } catch (error) {
      // An entry that this server does not show, or refers to another server for, is not an object of this target.
      if (resultCodeOf(error) === undefined) throw error;
      return undefined;
    }
  }

  #foundOf(entry: Entry): FoundEntry {
    const { dn } = entry;
    const [id] = textsOf(entry, this.#session.options.idAttribute);
    const isOurGroup = holdsClass(entry, this.#group.objectClass);
    const kind = isOurGroup ? this.#group : holdsClass(entry, this.#account.objectClass) ? this.#account : undefined;
    const isGroup = isOurGroup || (kind === undefined && groupClasses.some((name) => holdsClass(entry, name)));
    if (kind === undefined || id === undefined) return { dn, isGroup };
    const { name } = namingOfEntry(this.#schema, kind, entry);
    return { dn, isGroup, member: { type: isGroup ? "group" : "account", id, name, attributes: { dn: [dn] } } };
  }
}

function inPieces(filters: readonly Filter[]): Filter[][] {
  const count = Math.ceil(filters.length / askedTogether);
  return Array.from({ length: count }, (_, piece) => filters.slice(piece * askedTogether, (piece + 1) * askedTogether));
}

/** Makes the filter for entries with the same first step of their DN; undefined if it cannot be expressed. */
function stepFilter(dn: string): Filter | undefined {
  const filters: Filter[] = [];
  for (const { attribute, value } of firstStepOf(dn)) {
    if (value === undefined || !/^[A-Za-z][A-Za-z0-9-]*$/.test(attribute)) return undefined;
    filters.push(new EqualityFilter({ attribute, value }));
  }
  return filters.length > 1 ? new AndFilter({ filters }) : filters[0];
}

function holdsClass(entry: Entry, objectClass: string): boolean {
  return textsOf(entry, "objectClass").some((name) => name.toLowerCase() === objectClass.toLowerCase());
}
