import { AndFilter, EqualityFilter, type Entry, type Filter, NotFilter } from "ldapts";

import { ConnectorError, isSameName, type ObjectRef, requireFound } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { entryAtPlace, knownPlace } from "#connectors/ldap-client/known-place.ts";
import { isSecretAttribute } from "#connectors/ldap-client/values.ts";

import { type ActiveDirectoryOptions, kindOf, namingAttribute, type ObjectKind } from "./address.ts";
import { binaryAttributes, idAttribute, idOf, nameOf, sidAttribute } from "./entry-identity.ts";
import { guidToBytes } from "./identifiers.ts";
import { primaryGroupAttribute } from "./primary-groups.ts";
import type { DomainSession } from "./session.ts";
import { stateAttributes } from "./state.ts";

/**
 * Returns the containers, class and attributes of a type.
 * @throws notSupported for a type that is neither account nor group
 */
export function requireKind(options: ActiveDirectoryOptions, type: string): ObjectKind {
  const kind = kindOf(options, type);
  if (kind === undefined)
    throw new ConnectorError(
      "notSupported",
      `A domain holds accounts and groups for us, no objects of type "${type}".`,
    );
  return kind;
}

/**
 * Makes the filter for objects of a kind that also meet some conditions. It uses the class, which deleted objects keep, unlike
 * their category.
 */
export function objectsOf({ objectClass, except = [] }: ObjectKind, ...conditions: Filter[]): Filter {
  const others = except.map(
    ([attribute, value]) => new NotFilter({ filter: new EqualityFilter({ attribute, value }) }),
  );
  const ofClass = new EqualityFilter({ attribute: "objectClass", value: objectClass });
  return new AndFilter({ filters: [ofClass, ...others, ...conditions] });
}

/** Returns the attributes to request: the wanted ones or the allow-list, plus those the connector needs; never a password. */
export function wantedAttributes(
  { markerAttribute }: ActiveDirectoryOptions,
  kind: ObjectKind,
  wanted?: readonly string[],
): string[] {
  const own = [
    "objectClass",
    idAttribute,
    namingAttribute,
    sidAttribute,
    ...(kind.type === "account" ? [...stateAttributes, primaryGroupAttribute] : []),
    ...(markerAttribute === undefined ? [] : [markerAttribute]),
  ];
  const shown = (wanted ?? kind.readable).filter(
    (name) => !isSecretAttribute(name) && name !== "dn" && name !== "name",
  );
  return [...new Set([...own, ...shown])];
}

function meant(kind: ObjectKind, ref: ObjectRef): Filter | undefined {
  if (ref.id === undefined) return objectsOf(kind, new EqualityFilter({ attribute: namingAttribute, value: ref.name }));
  const id = guidToBytes(ref.id);
  // An id that is not a GUID comes from elsewhere, so no object here has it.
  return id && objectsOf(kind, new EqualityFilter({ attribute: idAttribute, value: id }));
}

/** Returns true if an entry is the one of the reference: a controller also finds names that differ only in accents. */
function isMeant(ref: ObjectRef, entry: Entry): boolean {
  return ref.id === undefined ? isSameName(nameOf(entry), ref.name) : idOf(entry) === ref.id.toLowerCase();
}

/** Returns the last known DN of an account from its reference. */
export function placeOf({ options }: DomainSession, account: ObjectRef): string | undefined {
  return knownPlace(account, requireKind(options, "account").container);
}

/** Reads the account at a DN; undefined if it is not the one of the reference. */
export async function readAccountAt(
  session: DomainSession,
  ref: ObjectRef,
  dn: string,
  wanted: readonly string[] = [],
): Promise<Entry | undefined> {
  const filter = meant(requireKind(session.options, "account"), ref);
  const attributes = [idAttribute, namingAttribute, ...wanted];
  const entry = filter && (await entryAtPlace(session, { dn, filter, attributes, binary: binaryAttributes }));
  return entry !== undefined && isMeant(ref, entry) ? entry : undefined;
}

/** Finds the entry of a reference by its id if it has one, otherwise by its name. */
export async function findEntry(
  session: DomainSession,
  type: string,
  ref: ObjectRef,
  wanted?: readonly string[],
): Promise<Entry | undefined> {
  const kind = requireKind(session.options, type);
  const filter = meant(kind, ref);
  if (filter === undefined) return undefined;
  const attributes = wantedAttributes(session.options, kind, wanted);
  await session.forms.learn(session, attributes);
  const { searchEntries } = await boundClient(session).search(kind.container, {
    scope: "sub",
    filter,
    attributes,
    explicitBufferAttributes: session.forms.binary(attributes),
  });
  return searchEntries.find((entry) => isMeant(ref, entry));
}

/**
 * Returns the entry of a reference.
 * @throws notFound
 */
export async function requireEntry(
  session: DomainSession,
  type: string,
  ref: ObjectRef,
  wanted?: readonly string[],
): Promise<Entry> {
  const words = `There is no ${type} "${ref.name}" in the domain.`;
  return requireFound(await findEntry(session, type, ref, wanted), words);
}
