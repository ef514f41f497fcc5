import { EqualityFilter, type Entry, PresenceFilter } from "ldapts";

import { ConnectorError, type ObjectRef, type TargetObject } from "#connectors/contract/index.ts";

import { kindOf, type LdapKind, type LdapOptions } from "./address.ts";
import { resultCodeOf } from "./errors.ts";
import { entriesOf } from "./filter.ts";
import { boundClient, type LdapSession } from "./session.ts";
import { stateAttributes, stateOf } from "./state.ts";
import { fromWire, isSecretAttribute, textsOf } from "./values.ts";

const noSuchObject = 32;

/**
 * How entries of a type are found.
 * @throws notSupported for a type that is neither account nor group
 */
export function requireKind(options: LdapOptions, type: string): LdapKind {
  const kind = kindOf(options, type);
  if (kind === undefined)
    throw new ConnectorError(
      "notSupported",
      `A directory holds accounts and groups for us, no objects of the type "${type}".`,
    );
  return kind;
}

/** The attributes to ask for: the wanted ones or the allow-list, and what we need ourselves; never a password. */
export function wantedAttributes(options: LdapOptions, kind: LdapKind, wanted?: readonly string[]): string[] {
  const own = [
    "objectClass",
    options.idAttribute,
    kind.naming,
    ...stateAttributes,
    ...(options.markerAttribute === undefined ? [] : [options.markerAttribute]),
  ];
  const shown = (wanted ?? kind.readable).filter(
    (name) => !isSecretAttribute(name) && name !== "dn" && name !== "name",
  );
  return [...new Set([...own, ...shown])];
}

/** The entry a reference means: by its id when it has one, else by its name. */
export async function findEntry(
  session: LdapSession,
  type: string,
  ref: ObjectRef,
  wanted?: readonly string[],
): Promise<Entry | undefined> {
  const { options } = session;
  const kind = requireKind(options, type);
  const [attribute, value] = ref.id === undefined ? [kind.naming, ref.name] : [options.idAttribute, ref.id];
  const filter = entriesOf(kind, new EqualityFilter({ attribute, value }));
  const { searchEntries } = await boundClient(session).search(kind.container, {
    scope: "sub",
    filter,
    attributes: wantedAttributes(options, kind, wanted),
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
  const entry = await findEntry(session, type, ref, wanted);
  if (entry === undefined) throw new ConnectorError("notFound", `There is no ${type} "${ref.name}" in the directory.`);
  return entry;
}

/** The entry of a DN, or undefined when there is none. */
export async function entryAt(
  session: LdapSession,
  dn: string,
  attributes: readonly string[],
): Promise<Entry | undefined> {
  try {
    const filter = new PresenceFilter({ attribute: "objectClass" });
    const { searchEntries } = await boundClient(session).search(dn, {
      scope: "base",
      filter,
      attributes: [...attributes],
    });
    return searchEntries[0];
  } catch (error) {
    if (resultCodeOf(error) === noSuchObject) return undefined;
    throw error;
  }
}

/** What the caller sees of an entry. */
export function toObject(session: LdapSession, type: string, entry: Entry, wanted?: readonly string[]): TargetObject {
  const { options } = session;
  const kind = requireKind(options, type);
  const [id] = textsOf(entry, options.idAttribute);
  if (id === undefined)
    throw new ConnectorError(
      "config",
      `The entry ${entry.dn} shows no ${options.idAttribute}; the administrator must be able to read it.`,
    );
  const [createdBy] = options.markerAttribute === undefined ? [] : textsOf(entry, options.markerAttribute);
  return {
    id,
    type,
    name: nameOf(kind, entry),
    attributes: shownAttributes(kind, entry, wanted),
    ...(type === "account" && { state: stateOf(entry) }),
    ...(createdBy !== undefined && { createdBy }),
  };
}

/** The value by which an entry is named in its DN. */
export function nameOf(kind: LdapKind, entry: Entry): string {
  const values = textsOf(entry, kind.naming);
  if (values.length < 2) return values[0] ?? "";
  const rdn = entry.dn.toLowerCase();
  return (
    values.find((value) => rdn.startsWith(`${kind.naming.toLowerCase()}=${value.toLowerCase()},`)) ?? values[0] ?? ""
  );
}

function shownAttributes(
  kind: LdapKind,
  entry: Entry,
  wanted?: readonly string[],
): Record<string, (string | Uint8Array)[]> {
  const shown = new Map(
    (wanted ?? kind.readable).filter((name) => !isSecretAttribute(name)).map((name) => [name.toLowerCase(), name]),
  );
  const attributes: Record<string, (string | Uint8Array)[]> = { dn: [entry.dn] };
  for (const [name, values] of Object.entries(entry)) {
    const asked = shown.get(name.toLowerCase());
    if (asked !== undefined && name !== "dn" && fromWire(values).length > 0) attributes[asked] = fromWire(values);
  }
  return attributes;
}
