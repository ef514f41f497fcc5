import type { Entry } from "ldapts";

import { ConnectorError, type TargetObject } from "#connectors/contract/index.ts";
import { fromWire, isSecretAttribute, toTexts } from "#connectors/ldap-client/values.ts";

import type { LdapKind } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import type { PasswordPolicies } from "./known-policies.ts";
import { nameOf } from "./naming.ts";
import type { LdapSession } from "./session.ts";
import { inOneForm, isBinary } from "./value-forms.ts";

type Values = (string | Uint8Array)[];
type Role = "id" | "naming" | "marker";

interface Found extends Partial<Record<Role, string[]>> {
  readonly state: Record<string, string[]>;
}

/** Meaning of an attribute for the connector, computed once per listing: names come in any case and with options. */
interface Column {
  /** Name under which the attribute is shown. */
  readonly shown?: string;
  readonly role?: Role;
  /** Name of the state attribute that it is. */
  readonly state?: string;
  readonly binary: boolean;
}

/** Session, type and attributes to read. */
export interface ReaderOptions {
  readonly session: LdapSession;
  readonly schema: DirectorySchema;
  /** Policies by which states are judged. If absent, states that depend on a policy are unknown. */
  readonly policies?: PasswordPolicies | undefined;
  readonly kind: LdapKind;
  readonly type: string;
  /** Attributes to show; default: the allow-list of the target. */
  readonly wanted?: readonly string[] | undefined;
}

/**
 * Makes the function that converts entries into objects.
 * @throws config from that function, if an entry shows no id
 */
export function createReader(reader: ReaderOptions): (entry: Entry) => TargetObject {
  const columnOf = columnReader(reader);
  return (entry) => {
    const attributes: Record<string, Values> = { dn: [entry.dn] };
    const found: Found = { state: {} };
    for (const name in entry) {
      const { shown: label, role, state, binary } = columnOf(name);
      const values = (label ?? role ?? state) === undefined ? [] : inOneForm(binary, fromWire(entry[name]));
      if (values.length === 0) continue;
      if (label !== undefined) attributes[label] = attributes[label]?.concat(values) ?? values;
      if (role !== undefined) found[role] = toTexts(values);
      if (state !== undefined) found.state[state] = toTexts(values);
    }
    return { ...identify(reader, entry, found), type: reader.type, attributes };
  };
}

/** Makes the function that returns the meaning of an attribute of an entry. */
function columnReader({ session: { options, states }, schema, kind, wanted }: ReaderOptions): (name: string) => Column {
  const columns = new Map<string, Column>();
  const key = (name: string) => optionsApart(schema, name).join(";");
  const named = <T>(pairs: readonly (readonly [string | undefined, T])[]) =>
    new Map(pairs.flatMap(([name, what]) => (name === undefined ? [] : [[key(name), what] as const])));
  const roles = named<Role>([
    [options.idAttribute, "id"],
    [kind.naming, "naming"],
    [options.markerAttribute, "marker"],
  ]);
  const shown = named((wanted ?? kind.readable).filter((name) => !isSecretAttribute(name)).map((name) => [name, name]));
  const stateNames = named((states?.attributes ?? []).map((name) => [name, name]));

  function labelOf(name: string): string | undefined {
    if (name.toLowerCase() === "dn") return undefined;
    const [base = "", ...more] = optionsApart(schema, name);
    const whole = shown.get([base, ...more].join(";"));
    if (whole !== undefined || more.length === 0) return whole;
    // A value in one language is not a value of the attribute itself; it is shown beside it.
    const plain = shown.get(base);
    return plain === undefined ? undefined : [plain, ...more].join(";");
  }

  return (name) => {
    const known = columns.get(name);
    if (known !== undefined) return known;
    const [label, role, state] = [labelOf(name), roles.get(key(name)), stateNames.get(key(name))];
    const column = {
      binary: isBinary(schema, name),
      ...(label !== undefined && { shown: label }),
      ...(role && { role }),
      ...(state && { state }),
    };
    columns.set(name, column);
    return column;
  };
}

/** Splits a name into the canonical name of the attribute and its options, without those that only describe the transfer of values. */
function optionsApart(schema: DirectorySchema, name: string): string[] {
  const [, ...options] = name.toLowerCase().split(";");
  return [schema.keyOf(name), ...options.filter((option) => option !== "binary" && !option.startsWith("range="))];
}

function identify(
  { session: { options, states }, schema, policies, kind, type }: ReaderOptions,
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
    name: nameOf(schema, kind, dn, found.naming ?? []),
    ...(type === "account" && states && { state: states.stateOf(found.state, { nowMs: Date.now(), policies }) }),
    ...(createdBy !== undefined && { createdBy }),
  };
}
