import { hash } from "node:crypto";

/** Namespace of the names for `namedGuid`; the same on every node, for ever. */
export const keyNamespace = "5f0c4b1e-7d0a-4b8e-9d53-2c1f6a9e8b47";

const namespaceBytes = Buffer.from(keyNamespace.replaceAll("-", ""), "hex");
/** Hex digits that the two variant bits allow for the first digit of their group. */
const variantDigits = "89ab";

/**
 * Returns the guid that stands for a name: of version 5, so the same name has the same one everywhere (RFC 9562 5.5). Anyone who knows the
 * name knows the guid, so no secret may rest on it.
 */
export function namedGuid(name: string): string {
  // A discovery needs one per object: one call takes less than half of the time that `createHash` takes.
  const hex = hash("sha1", Buffer.concat([namespaceBytes, Buffer.from(name)]));
  const variant = variantDigits[Number.parseInt(hex.charAt(16), 16) & 3] ?? "";
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** An account or a group on its target system, by the ID that never changes there. */
export interface KeyedObject {
  readonly type: "account" | "group";
  readonly targetSystemKey: string;
  readonly stableId: string;
}

/** Returns the key of the row of an account or group: the same on whichever node, and in whichever way, the object is met first. */
export function objectKey({ type, targetSystemKey, stableId }: KeyedObject): string {
  return namedGuid(`${type}\n${targetSystemKey}\n${stableId}`);
}

/** Returns the name of a membership, from which `namedGuid` makes the key of its row. */
export const membershipName = (groupKey: string, accountKey: string): string => `member\n${groupKey}\n${accountKey}`;

/** Returns the name of a row that some of its values identify, of whichever node it is: its table and these values. */
export const rowName = (table: string, ...values: readonly string[]): string => [table, ...values].join("\n");

/** Returns the name of the ownership of a group. */
export const groupOwnerName = (groupKey: string, userKey: string): string => `owner\n${groupKey}\n${userKey}`;

/** Returns the name of a person whom a source of profiles adds, by the ID. */
export const userName = (id: string): string => `user\n${id}`;

/** Returns the name of such a person if a user with another ID now has that key: the account distinguishes them. */
export const otherUserName = (id: string, accountKey: string): string => `user\n${id}\n${accountKey}`;

/** Returns the name of a value of a profile. */
export const profileValueName = (userKey: string, name: string, sequence: string): string =>
  `profile\n${userKey}\n${name}\n${sequence}`;
