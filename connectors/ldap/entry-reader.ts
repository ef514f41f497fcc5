import type { Entry } from "ldapts";

import { ConnectorError, type ObjectRef, type TargetObject } from "#connectors/contract/index.ts";
import { fromWire, isSecretAttribute, toTexts } from "#connectors/ldap-client/values.ts";

import type { LdapKind } from "./address.ts";
import type { LdapSession } from "./session.ts";

type Values = (string | Uint8Array)[];
type Role = "id" | "naming" | "marker";

interface Found extends Partial<Record<Role, string[]>> {
  readonly state: Record<string, string[]>;
}

/** What an attribute is to us, looked up once for a whole listing: names come in any case. */
interface Column {
  /** The name under which it is shown. */
  readonly shown?: string;
  readonly role?: Role;
  /** The attribute of the account's state that it is. */
  readonly state?: string;
}

/** What is read. */
export interface ReaderOptions {
  readonly session: LdapSession;
  readonly kind: LdapKind;
  readonly type: string;
  /** Absent = the allow-list of the target. */
  readonly wanted?: readonly string[] | undefined;
}

/**
 * Makes the function that turns entries into objects.
 * @throws config from that function, when an entry shows no id
 */
export function createReader({ session, kind, type, wanted }: ReaderOptions): (entry: Entry) => TargetObject {
  const { options, states } = session;
  const columns = new Map<string, Column>();
  const roles = new Map<string, Role>(
    (
      [
        [options.idAttribute, "id"],
        [kind.naming, "naming"],
        [options.markerAttribute, "marker"],
      ] as const
    ).flatMap(([name, role]) => (name === undefined ? [] : [[name.toLowerCase(), role]])),
  );
  const shown = new Map(
    (wanted ?? kind.readable).filter((name) => !isSecretAttribute(name)).map((name) => [name.toLowerCase(), name]),
  );

  const stateNames = new Map((states?.attributes ?? []).map((name) => [name.toLowerCase(), name]));

  function columnOf(name: string): Column {
    const known = columns.get(name);
    if (known !== undefined) return known;
    const lower = name.toLowerCase();
    const [label, role] = [lower === "dn" ? undefined : shown.get(lower), roles.get(lower)];
    const state = stateNames.get(lower);
    const column = { ...(label !== undefined && { shown: label }), ...(role && { role }), ...(state && { state }) };
    columns.set(name, column);
    return column;
  }

  return (entry) => {
    const attributes: Record<string, Values> = { dn: [entry.dn] };
    const found: Found = { state: {} };
    for (const name in entry) {
      const { shown: label, role, state } = columnOf(name);
      const values = (label ?? role ?? state) === undefined ? [] : fromWire(entry[name]);
      if (values.length === 0) continue;
      if (label !== undefined) attributes[label] = values;
      if (role !== undefined) found[role] = toTexts(values);
      if (state !== undefined) found.state[state] = toTexts(values);
    }
    return { ...identify({ session, kind, type }, entry, found), type, attributes };
  };
}

function identify(
  { session: { options, states }, kind, type }: ReaderOptions,
  { dn }: Entry,
  found: Found,
): Omit<TargetObject, "type" | "attributes"> {
  const id = found.id?.[0];
  if (id === undefined)
    throw new ConnectorError(
      "config",
      `The entry ${dn} shows no ${options.idAttribute}; the administrator must be able to read it.`,
    );
  const createdBy = found.marker?.[0];
  return {
    id,
    name: namedBy(kind, dn, found.naming ?? []),
    ...(type === "account" && states && { state: states.stateOf(found.state, Date.now()) }),
    ...(createdBy !== undefined && { createdBy }),
  };
}

/** The value by which an entry is named in its DN; the naming attribute may hold others too. */
export function namedBy(kind: LdapKind, dn: string, values: readonly string[]): NonNullable<ObjectRef["name"]> {
  const [first = ""] = values;
  if (values.length < 2) return first;
  const lower = dn.toLowerCase();
  return values.find((value) => lower.startsWith(`${kind.naming.toLowerCase()}=${value.toLowerCase()},`)) ?? first;
}
