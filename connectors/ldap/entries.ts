import { AndFilter, EqualityFilter, type Entry, type Filter } from "ldapts";

import { ConnectorError, type ObjectRef, requireFound, type TargetObject } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { entryAtPlace, knownPlace } from "#connectors/ldap-client/known-place.ts";
import { isSecretAttribute, textsOf } from "#connectors/ldap-client/values.ts";

import { type LdapKind, requireKind } from "./address.ts";
import { createReader, namedBy } from "./entry-reader.ts";
import type { LdapSession } from "./session.ts";

// What a directory takes for "no attribute at all"; an empty list asks for all of them. Source: RFC 4511 4.5.1.8.
const nothing = ["1.1"];

/** Entries of a kind that also fulfil a condition. */
export function entriesOf(kind: LdapKind, ...conditions: Filter[]): Filter {
  return new AndFilter({
    filters: [new EqualityFilter({ attribute: "objectClass", value: kind.objectClass }), ...conditions],
  });
}

/** The attributes to ask for: the wanted ones or the allow-list, and what we need ourselves; never a password. */
export function wantedAttributes(
  { options, states }: LdapSession,
  kind: LdapKind,
  wanted?: readonly string[],
): string[] {
  const own = [
    "objectClass",
    options.idAttribute,
    kind.naming,
    ...(states?.attributes ?? []),
    ...(options.markerAttribute === undefined ? [] : [options.markerAttribute]),
  ];
  const shown = (wanted ?? kind.readable).filter(
    (name) => !isSecretAttribute(name) && name !== "dn" && name !== "name",
  );
  return [...new Set([...own, ...shown])];
}

/** The attributes to ask for where only the state of an account matters; none of the entry where nothing tells of it. */
export function stateAttributes({ states }: LdapSession): readonly string[] {
  return states?.attributes ?? nothing;
}

/** What only the entry that a reference means fulfils. */
export function meantAccount(session: LdapSession, ref: ObjectRef): Filter {
  return meant(session, requireKind(session.options, "account"), ref);
}

function meant({ options }: LdapSession, kind: LdapKind, ref: ObjectRef): Filter {
  const [attribute, value] = ref.id === undefined ? [kind.naming, ref.name] : [options.idAttribute, ref.id];
  return entriesOf(kind, new EqualityFilter({ attribute, value }));
}

/** The entry at a DN if it is the one that a reference means, with its state. */
export function readAccountAt(session: LdapSession, ref: ObjectRef, dn: string): Promise<Entry | undefined> {
  return entryAtPlace(session, { dn, filter: meantAccount(session, ref), attributes: stateAttributes(session) });
}

/** The entry a reference means, searched by its id when it has one, else by its name. */
export async function findEntry(
  session: LdapSession,
  type: string,
  ref: ObjectRef,
  wanted?: readonly string[],
): Promise<Entry | undefined> {
  const kind = requireKind(session.options, type);
  const filter = meant(session, kind, ref);
  const { searchEntries } = await boundClient(session).search(kind.container, {
    scope: "sub",
    filter,
    attributes: wantedAttributes(session, kind, wanted),
  });
  // The naming attribute may hold further values; only the entry that is named by it is meant.
  const named =
    ref.id === undefined && searchEntries.length > 1
      ? searchEntries.filter((entry) => nameOf(kind, entry) === ref.name)
      : searchEntries;
  if (named.length > 1)
    throw new ConnectorError(
      "config",
      `${named.length} entries below ${kind.container} are named ${kind.naming}=${ref.name}.`,
    );
  return named[0];
}

/**
 * The entry a reference means.
 * @throws notFound
 */
export async function requireEntry(
  session: LdapSession,
  type: string,
  ref: ObjectRef,
  wanted?: readonly string[],
): Promise<Entry> {
  const words = `There is no ${type} "${ref.name}" in the directory.`;
  return requireFound(await findEntry(session, type, ref, wanted), words);
}

/**
 * The entry of an account with its state, read where the reference says that it was and searched only when it is not there.
 * @throws notFound
 */
export async function requireAccount(session: LdapSession, account: ObjectRef): Promise<Entry> {
  const place = placeOf(session, account);
  const known = place === undefined ? undefined : await readAccountAt(session, account, place);
  return known ?? requireEntry(session, "account", account, []);
}

/** Where a reference says that an account was when somebody last looked. */
export function placeOf({ options }: LdapSession, account: ObjectRef): string | undefined {
  return knownPlace(account, requireKind(options, "account").container);
}

/** What the caller sees of an entry. */
export function toObject(session: LdapSession, type: string, entry: Entry, wanted?: readonly string[]): TargetObject {
  return createReader({ session, kind: requireKind(session.options, type), type, wanted })(entry);
}

/** The value by which an entry is named in its DN. */
export function nameOf(kind: LdapKind, entry: Entry): string {
  return namedBy(kind, entry.dn, textsOf(entry, kind.naming));
}
