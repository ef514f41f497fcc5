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
 * How objects of a type are found and made.
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

/** Objects of a kind that also fulfil conditions. Their class, unlike their category, is kept by deleted ones too. */
export function objectsOf({ objectClass, except = [] }: ObjectKind, ...conditions: Filter[]): Filter {
  const others = except.map(
    ([attribute, value]) => new NotFilter({ filter: new EqualityFilter({ attribute, value }) }),
  );
  const ofClass = new EqualityFilter({ attribute: "objectClass", value: objectClass });
  return new AndFilter({ filters: [ofClass, ...others, ...conditions] });
}

/** The attributes to ask for: the wanted ones or the allow-list, and what we need ourselves; never a password. */
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
  // An id that is no GUID was given by something else, so nothing here has it.
  return id && objectsOf(kind, new EqualityFilter({ attribute: idAttribute, value: id }));
}

/** Whether an entry that came is the one that was asked for: a controller also finds names that differ in accents alone. */
function isMeant(ref: ObjectRef, entry: Entry): boolean {
  return ref.id === undefined ? isSameName(nameOf(entry), ref.name) : idOf(entry) === ref.id.toLowerCase();
}

/** Where a reference says that an account was when somebody last looked. */
export function placeOf({ options }: DomainSession, account: ObjectRef): string | undefined {
  return knownPlace(account, requireKind(options, "account").container);
}

/** The entry at a DN if it is the one that a reference means. */
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

/** The entry a reference means, searched by its id when it has one, else by its name. */
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
 * The entry a reference means.
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
