import { Attribute, type Client, Control, type Entry } from "ldapts";

import {
  type Call,
  ConnectorError,
  type CreateRequest,
  type Delta,
  newNameOf,
  type OperationsPart,
  requireFound,
  requireName,
  type Scalar,
} from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { liesBelow, parentOf, rdnOf, tidyDn } from "#connectors/ldap-client/distinguished-name.ts";
import { resultCodeOf, tolerating, wordsOf } from "#connectors/ldap-client/errors.ts";
import {
  attributesOf,
  changeOf,
  madeButUnread,
  checkNames,
  renameBack,
} from "#connectors/ldap-client/modifications.ts";
import { findAttribute, textsOf } from "#connectors/ldap-client/values.ts";

import { namingAttribute, type ObjectKind, principalSuffixOf } from "./address.ts";
import { toDomainDeltas, toDomainValues } from "./domain-values.ts";
import { requireEntry, requireKind } from "./entries.ts";
import { idOf, nameOf } from "./entry-identity.ts";
import { sayingWhatNamesAre } from "./login-names.ts";
import { readingOf } from "./object-reader.ts";
import { passwordAttribute, passwordValue } from "./passwords.ts";
import type { DomainSession } from "./session.ts";
import { accountControlAttribute, accountFlags } from "./state.ts";
import { findOrdinaryAccount, requireOrdinaryAccount } from "./system-accounts.ts";
import { findOrdinaryGroup, requireOrdinaryGroup } from "./system-groups.ts";

const noSuchObject = 32;
const principalAttribute = "userPrincipalName";
// A security group that is visible in the whole domain; source: MS-ADTS 2.2.12.
const globalSecurityGroup = String(0x80000002 | 0);
// With this control it is no error to add a present value or to remove an absent one.
const permissiveModify = new Control("1.2.840.113556.1.4.1413", { critical: true });

/** Operations that change objects. */
export const writeOperations = {
  /** Creates an object, with its password, if any, in the same step. An account without one is created disabled. */
  async create(session, request, call) {
    const { type, name, attributes } = request;
    const kind = requireKind(session.options, type);
    requireName(name);
    checkNames(Object.keys(attributes));
    if (findAttribute(attributes, "distinguishedName") !== undefined)
      throw new ConnectorError("invalidValue", "Where a new object lies is said by the address of the target.");
    const given = { ...request, attributes: await toDomainValues(session, attributes) };
    const values = newObject(session, kind, given, call);
    const [cn = name] = values["cn"] ?? [];
    const dn = `${rdnOf("CN", String(cn))},${kind.newContainer}`;
    await sayingWhatNamesAre(kind, name, () => add(boundClient(session), dn, { values, request }));
    const read = async () => {
      const wanted = Object.keys(attributes);
      const reading = await readingOf(session, kind, wanted);
      const [object] = await reading.objectsOf([await requireEntry(session, type, { name }, wanted)]);
      return requireFound(object, `There is no ${type} "${name}" in the domain.`);
    };
    return read().catch(madeButUnread);
  },
  /** Applies all deltas or none. A new `cn` renames the entry, a new `distinguishedName` moves it. */
  async update(session, { type, ref, deltas }) {
    checkNames(deltas.map(({ attr }) => attr));
    const names = deltas.filter(({ attr }) => attr === "name" || isNamed(attr, namingAttribute));
    const places = deltas.filter(({ attr }) => isNamed(attr, "cn") || isNamed(attr, "distinguishedName"));
    const plain = deltas.filter((delta) => !names.includes(delta) && !places.includes(delta));
    const others = await toDomainDeltas(session, plain);
    const kind = requireKind(session.options, type);
    const entry = await (kind.type === "group"
      ? requireOrdinaryGroup(session, ref)
      : requireOrdinaryAccount(session, ref, [principalAttribute]));
    const client = boundClient(session);
    const newName = names.length === 0 ? nameOf(entry) : newNameOf(names);
    const dn = places.length === 0 ? entry.dn : placeOf(entry, places);
    if (dn !== entry.dn) {
      requirePlace(kind, dn);
      await client.modifyDN(entry.dn, dn);
    }
    try {
      const changes = [...renames(entry, newName, others), ...others].map(changeOf);
      if (changes.length > 0)
        await sayingWhatNamesAre(kind, newName, () => client.modify(dn, changes, permissiveModify));
    } catch (error) {
      if (dn !== entry.dn) await renameBack(client, { dn, to: entry.dn }, error);
      throw error;
    }
    return { id: idOf(entry), name: newName };
  },
  /** Deletes an object; succeeds if it is absent. */
  async delete(session, { type, ref }) {
    const entry = await (requireKind(session.options, type).type === "group"
      ? findOrdinaryGroup(session, ref)
      : findOrdinaryAccount(session, ref));
    if (entry !== undefined) await tolerating(noSuchObject, () => boundClient(session).del(entry.dn));
  },
} satisfies OperationsPart<DomainSession>;

function newObject(
  { options }: DomainSession,
  kind: ObjectKind,
  { name, attributes, password }: CreateRequest,
  call: Call,
): Record<string, readonly Scalar[]> {
  const control = accountFlags.normalAccount | (password === undefined ? accountFlags.disabled : 0);
  const defaults: Record<string, readonly Scalar[]> =
    kind.type === "group"
      ? { groupType: [globalSecurityGroup] }
      : { [accountControlAttribute]: [control], [principalAttribute]: [`${name}@${principalSuffixOf(options)}`] };
  const all: Record<string, readonly Scalar[]> = { ...attributes };
  for (const [attribute, values] of Object.entries({ objectClass: [kind.objectClass], cn: [name], ...defaults }))
    if (findAttribute(all, attribute) === undefined) all[attribute] = values;
  all[findAttribute(all, namingAttribute) ?? namingAttribute] = [name];
  if (options.markerAttribute !== undefined) all[options.markerAttribute] = [call.operation.id];
  return Object.fromEntries(Object.entries(all).map(([attr, values]) => [isNamed(attr, "cn") ? "cn" : attr, values]));
}

interface NewEntry {
  readonly values: Readonly<Record<string, readonly Scalar[]>>;
  readonly request: CreateRequest;
}

async function add(client: Client, dn: string, { values, request: { password } }: NewEntry): Promise<void> {
  const attributes = attributesOf(values);
  try {
    if (password === undefined) return await client.add(dn, attributes);
    await password.use((plaintext) =>
      client.add(dn, [...attributes, new Attribute({ type: passwordAttribute, values: [passwordValue(plaintext)] })]),
    );
  } catch (error) {
    if (resultCodeOf(error) !== noSuchObject) throw error;
    throw new ConnectorError("config", `The container of ${dn} is absent: ${wordsOf(error as Error)}`, {
      targetCode: noSuchObject,
      cause: error,
    });
  }
}

/** Returns the changes for a new login name; a user principal name derived from the old one changes too. */
function renames(entry: Entry, newName: string, others: readonly Delta[]): Delta[] {
  const oldName = nameOf(entry);
  if (newName === oldName) return [];
  const [principal = ""] = textsOf(entry, principalAttribute);
  const follows =
    principal.toLowerCase().startsWith(`${oldName.toLowerCase()}@`) &&
    !others.some(({ attr }) => isNamed(attr, principalAttribute));
  return [
    { attr: namingAttribute, replace: [newName] },
    ...(follows ? [{ attr: principalAttribute, replace: [`${newName}${principal.slice(oldName.length)}`] }] : []),
  ];
}

function placeOf(entry: Entry, places: readonly Delta[]): string {
  const moves = places.filter(({ attr }) => !isNamed(attr, "cn"));
  if (moves.length === 0) return `${rdnOf("CN", newNameOf(places))},${parentOf(entry.dn)}`;
  if (moves.length < places.length)
    throw new ConnectorError("invalidValue", "Give either a new cn or a new distinguishedName, not both.");
  return tidyDn(newNameOf(moves));
}

// Elsewhere in the domain other rules apply, and other administrators may change it.
function requirePlace({ container, newContainer, type }: ObjectKind, dn: string): void {
  if (liesBelow(dn, container) || liesBelow(dn, newContainer)) return;
  throw new ConnectorError("permission", `An object of the type ${type} is moved below ${container} only.`);
}

function isNamed(attr: string, name: string): boolean {
  return attr.toLowerCase() === name.toLowerCase();
}
