import { AndFilter, EqualityFilter, type Entry, type Filter, NotFilter } from "ldapts";

import { ConnectorError, type ObjectRef, requireFound } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { entryAtPlace, knownPlace } from "#connectors/ldap-client/known-place.ts";
import { isSecretAttribute } from "#connectors/ldap-client/values.ts";

import { type ActiveDirectoryOptions, kindOf, namingAttribute, type ObjectKind } from "./address.ts";
import { guidToBytes } from "./identifiers.ts";
import type { DomainSession } from "./session.ts";
import { stateAttributes } from "./state.ts";

/** The immutable id of every object. */
export const idAttribute = "objectGUID";

/** Attributes whose values are bytes, also where these happen to be text. */
export const binaryAttributes = [
  ...[idAttribute, "objectSid", "thumbnailPhoto", "jpegPhoto", "photo", "thumbnailLogo", "logonHours"],
  ...["userCertificate", "userSMIMECertificate", "mS-DS-ConsistencyGuid", "msExchMailboxGuid"],
];

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
export function objectsOf({ objectClass, except }: ObjectKind, ...conditions: Filter[]): Filter {
  const isOf = (value: string) => new EqualityFilter({ attribute: "objectClass", value });
  const others = except === undefined ? [] : [new NotFilter({ filter: isOf(except) })];
  return new AndFilter({ filters: [isOf(objectClass), ...others, ...conditions] });
}

/** The attributes to ask for: the wanted ones or the allow-list, and what we need ourselves; never a password. */
export function wantedAttributes(
  { markerAttribute }: ActiveDirectoryOptions,
  kind: ObjectKind,
  wanted?: readonly string[],
): string[] {
  const own = [
    ...["objectClass", idAttribute, namingAttribute],
    ...(kind.type === "account" ? stateAttributes : []),
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

/** Where a reference says that an account was when somebody last looked. */
export function placeOf({ options }: DomainSession, account: ObjectRef): string | undefined {
  return knownPlace(account, requireKind(options, "account").container);
}

/** The entry at a DN if it is the one that a reference means. */
export async function readAccountAt(session: DomainSession, ref: ObjectRef, dn: string): Promise<Entry | undefined> {
  const filter = meant(requireKind(session.options, "account"), ref);
  return filter && entryAtPlace(session, { dn, filter, attributes: [idAttribute], binary: binaryAttributes });
}

/**
 * The DN of an account, read where the reference says that it was and searched only when it is not there.
 * @throws notFound
 */
export async function requireAccountDn(session: DomainSession, account: ObjectRef): Promise<string> {
  const place = placeOf(session, account);
  const known = place === undefined ? undefined : await readAccountAt(session, account, place);
  return (known ?? (await requireEntry(session, "account", account))).dn;
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
  const { searchEntries } = await boundClient(session).search(kind.container, {
    scope: "sub",
    filter,
    attributes: wantedAttributes(session.options, kind, wanted),
    explicitBufferAttributes: binaryAttributes,
  });
  return searchEntries[0];
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
