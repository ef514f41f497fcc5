import { AndFilter, EqualityFilter, type Entry, type Filter } from "ldapts";

import { ConnectorError, type ObjectRef, requireFound, type TargetObject } from "#connectors/contract/index.ts";
import { entryAtPlace, knownPlace } from "#connectors/ldap-client/known-place.ts";
import { withAllValues } from "#connectors/ldap-client/ranges.ts";
import { searchBelow } from "#connectors/ldap-client/search.ts";
import { isSecretAttribute, textsOf } from "#connectors/ldap-client/values.ts";

import { type LdapKind, requireKind } from "./address.ts";
import { createReader } from "./entry-reader.ts";
import { isSameNaming, namingOfEntry } from "./naming.ts";
import type { LdapSession } from "./session.ts";

// Request for no attribute at all; an empty list requests all. Source: RFC 4511 4.5.1.8.
const nothing = ["1.1"];

/** Makes the filter for entries of a kind that also meet some conditions. */
export function entriesOf(kind: LdapKind, ...conditions: Filter[]): Filter {
  return new AndFilter({
    filters: [new EqualityFilter({ attribute: "objectClass", value: kind.objectClass }), ...conditions],
  });
}

/** Returns the attributes to request: the wanted ones or the allow-list, plus those the connector needs; never a password. */
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

/** Returns the attributes to request if only the state of an account matters; no attribute if none holds the state. */
export function stateAttributes({ states }: LdapSession): readonly string[] {
  return states?.attributes ?? nothing;
}

/** Makes the filter that only the account of a reference matches. */
export function meantAccount(session: LdapSession, ref: ObjectRef): Filter {
  return meant(session, requireKind(session.options, "account"), ref);
}

function meant({ options }: LdapSession, kind: LdapKind, ref: ObjectRef): Filter {
  const [attribute, value] = ref.id === undefined ? [kind.naming, ref.name] : [options.idAttribute, ref.id];
  return entriesOf(kind, new EqualityFilter({ attribute, value }));
}

/** Reads the account at a DN with its state; undefined if it is not the one of the reference. */
export function readAccountAt(session: LdapSession, ref: ObjectRef, dn: string): Promise<Entry | undefined> {
  return entryAtPlace(session, { dn, filter: meantAccount(session, ref), attributes: stateAttributes(session) });
}

/** Finds the entry of a reference by its id if it has one, otherwise by its name. */
export async function findEntry(
  session: LdapSession,
  type: string,
  ref: ObjectRef,
  wanted?: readonly string[],
): Promise<Entry | undefined> {
  const kind = requireKind(session.options, type);
  const found = await searchBelow(session, kind.container, {
    filter: meant(session, kind, ref),
    attributes: wantedAttributes(session, kind, wanted),
  });
  const entries = await onlyMeant(session, kind, { ref, found });
  if (entries.length > 1)
    throw new ConnectorError(
      "config",
      `${entries.length} entries below ${kind.container} are named ${kind.naming}=${ref.name}.`,
    );
  return entries[0] && withAllValues(session, entries[0]);
}

/** Filters the found entries: the naming attribute may hold further values than the name. */
async function onlyMeant(
  session: LdapSession,
  kind: LdapKind,
  { ref: { id, name }, found }: { readonly ref: ObjectRef; readonly found: readonly Entry[] },
): Promise<readonly Entry[]> {
  if (found.length === 0) return found;
  if (id !== undefined)
    return found.filter((entry) => {
      const [shown] = textsOf(entry, session.options.idAttribute);
      return shown === undefined || shown.toLowerCase() === id.toLowerCase();
    });
  const schema = await session.schema();
  return found.filter((entry) => isSameNaming(schema, kind.naming, namingOfEntry(schema, kind, entry).name, name));
}

/**
 * Finds the entry with the id of a reference anywhere in the directory, whatever its class. Returns undefined if none is visible,
 * or if the reference has no id.
 */
export async function findAnywhere(session: LdapSession, { id }: ObjectRef): Promise<Entry | undefined> {
  const { baseDN, idAttribute } = session.options;
  if (id === undefined) return undefined;
  const [entry] = await searchBelow(session, baseDN, {
    filter: new EqualityFilter({ attribute: idAttribute, value: id }),
    attributes: [idAttribute],
  });
  return entry;
}

/**
 * Returns the entry of a reference.
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
 * Returns the entry of an account with its state. Reads it at its last known DN and searches only if it is not there.
 * @throws notFound
 */
export async function requireAccount(session: LdapSession, account: ObjectRef): Promise<Entry> {
  const place = placeOf(session, account);
  const known = place === undefined ? undefined : await readAccountAt(session, account, place);
  return known ?? requireEntry(session, "account", account, []);
}

/** Returns the last known DN of an account from its reference. */
export function placeOf({ options }: LdapSession, account: ObjectRef): string | undefined {
  return knownPlace(account, requireKind(options, "account").container);
}

/** Returns the object of an entry, as the caller sees it. */
export async function toObject(
  session: LdapSession,
  type: string,
  entry: Entry,
  wanted?: readonly string[],
): Promise<TargetObject> {
  const read = await readerOf(session, type, wanted);
  return read(entry);
}

/** Makes the function that converts entries of a type into objects. */
export async function readerOf(
  session: LdapSession,
  type: string,
  wanted?: readonly string[],
): Promise<(entry: Entry) => TargetObject> {
  const schema = await session.schema();
  const policies = type === "account" ? await session.policies(session) : undefined;
  return createReader({ session, schema, policies, kind: requireKind(session.options, type), type, wanted });
}
