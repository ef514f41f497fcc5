import { Attribute, Change, type Client } from "ldapts";

import { type Attributes, ConnectorError, type Delta } from "#connectors/contract/index.ts";

import { mapLdapError } from "./errors.ts";
import { isSecretAttribute, toWireList } from "./values.ts";

/** Converts a delta into the change of a modify request. */
export function changeOf({ attr, replace, add, remove }: Delta): Change {
  const [operation, values] = replace
    ? (["replace", replace] as const)
    : add
      ? (["add", add] as const)
      : (["delete", remove ?? []] as const);
  return new Change({ operation, modification: new Attribute({ type: attr, values: toWireList(values) }) });
}

/** Makes a change that replaces all values of an attribute by one. */
export function replacement(type: string, value: string | Buffer): Change {
  return changeOf({ attr: type, replace: [value] });
}

/** Reverts a rename whose other changes were refused; throws `partial` if that fails too. */
export async function renameBack(
  client: Client,
  { dn, to }: { readonly dn: string; readonly to: string },
  reason: unknown,
): Promise<void> {
  await client.modifyDN(dn, to).catch((cause: unknown) => {
    const words = mapLdapError(reason)?.message ?? String(reason);
    throw new ConnectorError("partial", `The entry was renamed, its attributes were not changed: ${words}`, { cause });
  });
}

/**
 * Refuses attribute names that are OIDs, because a directory knows the same attributes by them. Also refuses names of password
 * attributes, so that no password is written as a plain attribute.
 * @throws invalidValue
 */
export function checkNames(names: readonly string[]): void {
  const other = names.find((name) => !/^[A-Za-z][A-Za-z0-9-]*(?:;[A-Za-z0-9-]+)*$/.test(name));
  if (other !== undefined)
    throw new ConnectorError("invalidValue", `"${other}" is no name of an attribute; a number (OID) is not taken.`);
  const secret = names.find(isSecretAttribute);
  if (secret !== undefined)
    throw new ConnectorError("invalidValue", `"${secret}" is set as a password, not as an attribute.`);
}

/** Throws `broken` for a create whose entry was made, so that a retry looks for the entry first. */
export function madeButUnread(cause: unknown): never {
  const words = mapLdapError(cause)?.message ?? (cause instanceof Error ? cause.message : "no words");
  throw new ConnectorError("broken", `The entry was made but could not be read afterwards: ${words}`, { cause });
}

/** Converts the attributes of a new entry; those without a value are left out. */
export function attributesOf(all: Attributes): Attribute[] {
  return Object.entries(all)
    .filter(([, values]) => values.length > 0)
    .map(([type, values]) => new Attribute({ type, values: toWireList(values) }));
}
