import { Attribute, type Client } from "ldapts";

import {
  type Call,
  ConnectorError,
  type CreateRequest,
  type Delta,
  newNameOf,
  type OperationsPart,
  requireName,
  type Scalar,
} from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { parentOf, rdnOf } from "#connectors/ldap-client/distinguished-name.ts";
import { resultCodeOf, tolerating } from "#connectors/ldap-client/errors.ts";
import {
  attributesOf,
  changeOf,
  madeButUnread,
  checkNames,
  renameBack,
} from "#connectors/ldap-client/modifications.ts";
import { findAttribute, textsOf, toWire } from "#connectors/ldap-client/values.ts";

import { type LdapKind, requireKind } from "./address.ts";
import { findEntry, requireEntry, toObject } from "./entries.ts";
import { withPasswordPolicy } from "./password-policy.ts";
import type { LdapSession } from "./session.ts";

const [noSuchAttribute, valueExists, noSuchObject] = [16, 20, 32];

/** The operations that change objects. */
export const writeOperations = {
  /** Makes an entry; the password, if any, is part of the same step. */
  async create(session, request, call) {
    const { type, name, attributes, password } = request;
    const kind = requireKind(session.options, type);
    requireName(name);
    checkNames(Object.keys(attributes));
    const dn = `${rdnOf(kind.naming, name)},${kind.container}`;
    const values = newEntry(session, kind, request, call);
    const client = boundClient(session);
    await (password === undefined
      ? client.add(dn, values)
      : withPasswordPolicy((control) =>
          password.use((plaintext) =>
            client.add(dn, [...values, new Attribute({ type: "userPassword", values: [plaintext] })], control),
          ),
        ));
    const wanted = Object.keys(attributes);
    const entry = await requireEntry(session, type, { name }, wanted).catch(madeButUnread);
    return toObject(session, type, entry, wanted);
  },
  /** Applies all deltas or none; a change of the naming attribute renames the entry. */
  async update(session, { type, ref, deltas }) {
    const kind = requireKind(session.options, type);
    checkNames(deltas.map(({ attr }) => attr));
    const renames = deltas.filter(({ attr }) => isNaming(kind, attr));
    const others = deltas.filter(({ attr }) => !isNaming(kind, attr));
    const wanted = others.map(({ attr }) => attr);
    const entry = await requireEntry(session, type, ref, wanted);
    const { id, name } = toObject(session, type, entry);
    const client = boundClient(session);
    const newName = renames.length === 0 ? name : newNameOf(renames);
    const dn = newName === name ? entry.dn : `${rdnOf(kind.naming, newName)},${parentOf(entry.dn)}`;
    if (dn !== entry.dn) await client.modifyDN(entry.dn, rdnOf(kind.naming, newName));
    try {
      await modify(client, dn, { deltas: others, current: (attr) => textsOf(entry, attr) });
    } catch (error) {
      if (dn !== entry.dn) await renameBack(client, { dn, to: rdnOf(kind.naming, name) }, error);
      throw error;
    }
    return { id, name: newName };
  },
  /** Deletes an entry; an absent one is success. */
  async delete(session, { type, ref }) {
    const entry = await findEntry(session, type, ref, []);
    if (entry !== undefined) await tolerating(noSuchObject, () => boundClient(session).del(entry.dn));
  },
} satisfies OperationsPart<LdapSession>;

function newEntry(
  { options }: LdapSession,
  kind: LdapKind,
  { type, name, attributes }: CreateRequest,
  call: Call,
): Attribute[] {
  const all: Record<string, readonly Scalar[]> = { ...attributes };
  const naming = findAttribute(all, kind.naming) ?? kind.naming;
  // With a further value the entry would answer to the name of another one.
  if (all[naming]?.some((value) => String(value) !== name))
    throw new ConnectorError("invalidValue", `"${naming}" names the entry and has one value, "${name}".`);
  all[naming] = [name];
  if (type === "account")
    for (const fill of options.nameFills) if (findAttribute(all, fill) === undefined) all[fill] = [name];
  if (type === "group" && findAttribute(all, options.memberAttribute) === undefined)
    all[options.memberAttribute] = [options.emptyMember];
  if (options.markerAttribute !== undefined) all[options.markerAttribute] = [call.operation.id];
  if (findAttribute(all, "objectClass") === undefined) all["objectClass"] = [kind.objectClass];
  return attributesOf(all);
}

interface Modification {
  readonly deltas: readonly Delta[];
  /** The values an attribute had when the entry was read. */
  current(attr: string): readonly string[];
}

async function modify(client: Client, dn: string, { deltas, current }: Modification): Promise<void> {
  if (deltas.length === 0) return;
  try {
    await client.modify(dn, deltas.map(changeOf));
  } catch (error) {
    const code = resultCodeOf(error);
    if (code !== noSuchAttribute && code !== valueExists) throw error;
    // A value to add is there already or one to remove is not: that is the wanted state, so only the rest is sent.
    const needed = deltas
      .map((delta) => withoutNeedless(delta, current(delta.attr)))
      .filter((delta) => delta !== undefined);
    if (needed.length > 0) await client.modify(dn, needed.map(changeOf));
  }
}

function withoutNeedless(delta: Delta, current: readonly string[]): Delta | undefined {
  const has = (value: Scalar): boolean =>
    current.some((known) => known.toLowerCase() === String(toWire(value)).toLowerCase());
  const add = delta.add?.filter((value) => !has(value));
  const taken = delta.remove?.filter(has);
  if (add?.length === 0 || taken?.length === 0) return undefined;
  return { ...delta, ...(add && { add }), ...(taken && { remove: taken }) };
}

function isNaming(kind: LdapKind, attr: string): boolean {
  return attr === "name" || attr.toLowerCase() === kind.naming.toLowerCase();
}
