import { hash } from "node:crypto";

/** The namespace of the names that `objectKey` and `membershipKey` make; the same on every node, for ever. */
export const keyNamespace = "5f0c4b1e-7d0a-4b8e-9d53-2c1f6a9e8b47";

const namespaceBytes = Buffer.from(keyNamespace.replaceAll("-", ""), "hex");
/** The four digits that the variant leaves of the first digit of its place. */
const variantDigits = "89ab";

/**
 * The guid that stands for a name: of version 5, so the same name has the same one everywhere (RFC 9562 5.5). Who knows the
 * name knows the guid: no secret may rest on it.
 */
export function namedGuid(name: string): string {
  // A discovery asks for one per object: one call takes less than half of the time that `createHash` takes.
  const hex = hash("sha1", Buffer.concat([namespaceBytes, Buffer.from(name)]));
  const variant = variantDigits[Number.parseInt(hex.charAt(16), 16) & 3] ?? "";
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** An account or a group on its target, by the id that never changes there. */
export interface KeyedObject {
  readonly type: "account" | "group";
  readonly targetSystemKey: string;
  readonly stableId: string;
}

/** The key of an account's or group's row: the same on whichever node, and by whichever way, the object is met first. */
export function objectKey({ type, targetSystemKey, stableId }: KeyedObject): string {
  return namedGuid(`${type}\n${targetSystemKey}\n${stableId}`);
}

/** The name of a membership, of which `namedGuid` makes the key of its row. */
export const membershipName = (groupKey: string, accountKey: string): string => `member\n${groupKey}\n${accountKey}`;

/** The name of the ownership of a group. */
export const groupOwnerName = (groupKey: string, userKey: string): string => `owner\n${groupKey}\n${userKey}`;

/** The name of a person whom a source of profiles makes, by the id. */
export const userName = (id: string): string => `user\n${id}`;

/** The same where somebody who has another id now has that key: the account tells them apart. */
export const otherUserName = (id: string, accountKey: string): string => `user\n${id}\n${accountKey}`;

/** The name of a value of a profile. */
export const profileValueName = (userKey: string, name: string, sequence: string): string =>
  `profile\n${userKey}\n${name}\n${sequence}`;
