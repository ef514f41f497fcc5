import { Attribute, type Client, type Entry } from "ldapts";

import {
  type Attributes,
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
import { exchangePart, writtenStep } from "#connectors/ldap-client/relative-name.ts";
import { findAttribute, fromWire, toWire } from "#connectors/ldap-client/values.ts";

import { type LdapKind, requireKind } from "./address.ts";
import { carryOver } from "./carry-over.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import { findAnywhere, findEntry, requireEntry, toObject } from "./entries.ts";
import { isSameNaming, namingOfEntry } from "./naming.ts";
import { withPasswordPolicy } from "./password-policy.ts";
import { prepared } from "./prepared-password.ts";
import type { LdapSession } from "./session.ts";
import { inOneForm, isBinary, writtenName, writtenValues } from "./value-forms.ts";

const [noSuchAttribute, inappropriateMatching, valueExists, noSuchObject] = [16, 18, 20, 32];

/** Operations that change objects. */
export const writeOperations = {
  /** Creates an entry, with its password, if any, in the same step. */
  async create(session, request, call) {
    const { type, name, attributes, password } = request;
    const kind = requireKind(session.options, type);
    requirePlainName(name);
    checkNames(Object.keys(attributes));
    const dn = `${rdnOf(kind.naming, name)},${kind.container}`;
    const values = newEntry(session, await session.schema(), kind, { request, call });
    const client = boundClient(session);
    await (password === undefined
      ? client.add(dn, values)
      : withPasswordPolicy(call, (control) =>
          prepared(password).use((plaintext) =>
            client.add(dn, [...values, new Attribute({ type: "userPassword", values: [plaintext] })], control),
          ),
        ));
    const wanted = Object.keys(attributes);
    const entry = await requireEntry(session, type, { name }, wanted).catch(madeButUnread);
    return toObject(session, type, entry, wanted);
  },
  /** Applies all deltas or none; a change of the naming attribute renames the entry. */
  async update(session, { type, ref, deltas }, call) {
    const kind = requireKind(session.options, type);
    const schema = await session.schema();
    checkNames(deltas.map(({ attr }) => attr));
    const renames = deltas.filter(({ attr }) => isNaming(schema, kind, attr));
    const others = deltas.filter(({ attr }) => !isNaming(schema, kind, attr));
    const wanted = others.map(({ attr }) => attr);
    const entry = await requireEntry(session, type, ref, wanted);
    const { id, name } = await toObject(session, type, entry);
    const newName = renames.length === 0 ? name : newNameOf(renames);
    if (newName !== name) requirePlainName(newName);
    const dn = await rewrite(session, { schema, kind, entry, newName, others: written(schema, entry, others) });
    if (newName !== name)
      await carryOver(session, { type, from: { dn: entry.dn, name }, to: { dn, name: newName } }, call);
    return { id, name: newName };
  },
  /** Deletes an entry; succeeds if it is absent. An entry that was moved out of its container is not absent. */
  async delete(session, { type, ref }) {
    const entry = await findEntry(session, type, ref, []);
    if (entry !== undefined) return tolerating(noSuchObject, () => boundClient(session).del(entry.dn));
    const moved = await findAnywhere(session, ref);
    if (moved === undefined) return undefined;
    const { container, objectClass } = requireKind(session.options, type);
    const words = `"${ref.name}" is ${moved.dn} by now, no ${objectClass} below ${container}: it is not deleted there.`;
    throw new ConnectorError("config", words);
  },
} satisfies OperationsPart<LdapSession>;

/** Throws `invalidValue` for a name that a directory would take for another one. */
function requirePlainName(name: string): void {
  requireName(name);
  // A directory ignores them: the entry would match the name without them.
  if (name !== name.trim())
    throw new ConnectorError("invalidValue", `The name "${name}" begins or ends with a blank; give it without.`);
}

interface Rewriting {
  readonly schema: DirectorySchema;
  readonly kind: LdapKind;
  readonly entry: Entry;
  readonly newName: string;
  /** Changes of all attributes but the name. */
  readonly others: readonly Delta[];
}

/** Renames an entry and changes its other attributes. Only the part of the DN that holds the name is replaced. */
async function rewrite(session: LdapSession, { schema, kind, entry, newName, others }: Rewriting): Promise<string> {
  const client = boundClient(session);
  const { name, part } = namingOfEntry(schema, kind, entry);
  const current = (attr: string) => valuesOf(schema, entry, attr);
  if (newName === name) {
    await modify(client, entry.dn, { deltas: others, current });
    return entry.dn;
  }
  if (part === undefined) {
    // The DN is made of other attributes.
    const values = current(kind.naming).filter((value) => !isSameNaming(schema, kind.naming, String(value), newName));
    const replace = [newName, ...values.filter((value) => value !== name)];
    await modify(client, entry.dn, { deltas: [{ attr: kind.naming, replace }, ...others], current });
    return entry.dn;
  }
  const step = exchangePart(entry.dn, part, newName);
  const dn = `${step},${parentOf(entry.dn)}`;
  await client.modifyDN(entry.dn, step);
  try {
    await modify(client, dn, { deltas: others, current });
  } catch (error) {
    await renameBack(client, { dn, to: writtenStep(entry.dn) }, error);
    throw error;
  }
  return dn;
}

/** Converts changes into the names and values to send. */
function written(schema: DirectorySchema, entry: Entry, deltas: readonly Delta[]): Delta[] {
  return deltas.map(({ attr, replace, add, remove }) => ({
    attr: writtenName(schema, attr, Object.keys(entry)),
    ...(replace && { replace: writtenValues(schema, attr, replace) }),
    ...(add && { add: writtenValues(schema, attr, add) }),
    ...(remove && { remove: writtenValues(schema, attr, remove) }),
  }));
}

/** Returns the values of an attribute of an entry. */
function valuesOf(schema: DirectorySchema, entry: Entry, attr: string): (string | Uint8Array)[] {
  const name = Object.keys(entry).find((one) => one.toLowerCase() === attr.toLowerCase());
  return inOneForm(isBinary(schema, attr), name === undefined ? [] : fromWire(entry[name]));
}

function newEntry(
  { options }: LdapSession,
  schema: DirectorySchema,
  kind: LdapKind,
  { request: { type, name, attributes }, call }: { readonly request: CreateRequest; readonly call: Call },
): Attribute[] {
  const all: Record<string, readonly Scalar[]> = { ...attributes };
  // Groups with memberUid need no members.
  const byUid = options.memberAttribute === "memberUid";
  const naming = findAttribute(all, kind.naming) ?? kind.naming;
  // A further value would make the entry match the name of another one.
  if (all[naming]?.some((value) => String(value) !== name))
    throw new ConnectorError("invalidValue", `"${naming}" names the entry and has one value, "${name}".`);
  all[naming] = [name];
  if (type === "account")
    for (const fill of options.nameFills) if (findAttribute(all, fill) === undefined) all[fill] = [name];
  if (type === "group" && !byUid && findAttribute(all, options.memberAttribute) === undefined)
    all[options.memberAttribute] = [options.emptyMember];
  if (options.markerAttribute !== undefined) all[options.markerAttribute] = [call.operation.id];
  if (findAttribute(all, "objectClass") === undefined) all["objectClass"] = [kind.objectClass];
  const sent = Object.entries(all).map(([attr, values]) => [
    writtenName(schema, attr),
    writtenValues(schema, attr, values),
  ]);
  return attributesOf(Object.fromEntries(sent) as Attributes);
}

interface Modification {
  readonly deltas: readonly Delta[];
  /** Returns the values of an attribute when the entry was read. */
  current(attr: string): readonly (string | Uint8Array)[];
}

async function modify(client: Client, dn: string, { deltas, current }: Modification): Promise<void> {
  if (deltas.length === 0) return;
  try {
    await client.modify(dn, deltas.map(changeOf));
  } catch (error) {
    const code = resultCodeOf(error);
    if (code !== noSuchAttribute && code !== valueExists && code !== inappropriateMatching) throw error;
    // A value to add is present already, or one to remove is absent: that is the desired state, so only the rest is sent.
    const needed = deltas
      .map((delta) => withoutNeedless(delta, current(delta.attr)))
      .filter((delta) => delta !== undefined)
      // For some attributes, such as photos, a directory cannot match a single value.
      .map((delta) => (code === inappropriateMatching ? asReplacement(delta, current(delta.attr)) : delta));
    if (needed.length > 0) await client.modify(dn, needed.map(changeOf));
  }
}

function withoutNeedless(delta: Delta, current: readonly (string | Uint8Array)[]): Delta | undefined {
  const known = new Set(current.map(comparable));
  const has = (value: Scalar): boolean => known.has(comparable(value));
  const add = delta.add?.filter((value) => !has(value));
  const taken = delta.remove?.filter(has);
  if (add?.length === 0 || taken?.length === 0) return undefined;
  return { ...delta, ...(add && { add }), ...(taken && { remove: taken }) };
}

function asReplacement({ attr, replace, add, remove = [] }: Delta, current: readonly (string | Uint8Array)[]): Delta {
  const removed = new Set(remove.map(comparable));
  return { attr, replace: replace ?? [...current.filter((value) => !removed.has(comparable(value))), ...(add ?? [])] };
}

/** Returns the key by which values are compared. */
function comparable(value: Scalar): string {
  const wire = toWire(value);
  return typeof wire === "string" ? wire.toLowerCase() : wire.toString("base64");
}

function isNaming(schema: DirectorySchema, kind: LdapKind, attr: string): boolean {
  return attr === "name" || (!attr.includes(";") && schema.keyOf(attr) === schema.keyOf(kind.naming));
}
