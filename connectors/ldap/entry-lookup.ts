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

/** What the name of an entry leads to. */
export interface FoundEntry {
  readonly dn: string;
  /** It holds members, as a group of ours or of another class. */
  readonly isGroup: boolean;
  /** Absent = it is neither an account nor a group for us. */
  readonly member?: Member;
}

// Groups of other classes than the address names hold members too.
const groupClasses = ["groupOfNames", "groupOfUniqueNames", "groupOfMembers", "posixGroup"];
// So many names in one filter are still an ordinary request.
const askedTogether = 100;
const numbersPage = 500;
const sizeLimitExceeded = 4;
// Of so many entries the memory need not be spared.
const keptMax = 200_000;

/** Looks for entries by what groups hold of them, for many at once and for none twice. */
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

  /** The text by which the names of entries are compared. */
  keyOf(dn: string): string {
    return nameKey(dn, this.#schema.keyOf);
  }

  /** The entry of a name that was looked for; undefined = none is seen. */
  named(dn: string): FoundEntry | undefined {
    return this.#byKey.get(this.keyOf(dn));
  }

  /** The account of a uid that was looked for. */
  withUid(uid: string): Member | undefined {
    return this.#byUid.get(uid);
  }

  /** The accounts of a number of a group that was looked for. */
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
      // Others begin in the same way elsewhere; only what was asked for is kept.
      if (this.#byKey.has(key)) this.#byKey.set(key, this.#foundOf(entry));
    }
  }

  /** Accounts by the attribute that names them to systems of the kind of Unix. Source: RFC 2307 2.3. */
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
   * Accounts by the number of the group that is their primary one; absent = of every number. They come by pages, and a directory
   * may know one search by pages at a time.
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

  /** The entries below a base that one of many filters fits; without pages, for a listing may be under way by them. */
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
      // What this server does not show, or points to another one for, is no object of this target.
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

/** What an entry fulfils whose name begins as this one does; undefined = that cannot be asked. */
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
