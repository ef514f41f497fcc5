import { AndFilter, EqualityFilter, type Entry, type Filter, NotFilter } from "ldapts";

import { ConnectorError, type ObjectRef, requireFound } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
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

/** The entry a reference means: by its id when it has one, else by its name. */
export async function findEntry(
  session: DomainSession,
  type: string,
  ref: ObjectRef,
  wanted?: readonly string[],
): Promise<Entry | undefined> {
  const kind = requireKind(session.options, type);
  const id = ref.id === undefined ? undefined : guidToBytes(ref.id);
  // An id that is no GUID was given by something else, so nothing here has it.
  if (ref.id !== undefined && id === undefined) return undefined;
  const condition =
    id === undefined
      ? new EqualityFilter({ attribute: namingAttribute, value: ref.name })
      : new EqualityFilter({ attribute: idAttribute, value: id });
  const { searchEntries } = await boundClient(session).search(kind.container, {
    scope: "sub",
    filter: objectsOf(kind, condition),
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
