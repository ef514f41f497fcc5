import { createHash } from "node:crypto";

/** The namespace of the names that `objectKey` and `membershipKey` make; the same on every node, for ever. */
export const keyNamespace = "5f0c4b1e-7d0a-4b8e-9d53-2c1f6a9e8b47";

const namespaceBytes = Buffer.from(keyNamespace.replaceAll("-", ""), "hex");
const version = 0x50;
const variant = 0x80;
const guidBytes = 16;

/**
 * The guid that stands for a name: of version 5, so the same name has the same one everywhere (RFC 9562 5.5). Who knows the
 * name knows the guid: no secret may rest on it.
 */
export function namedGuid(name: string): string {
  const bytes = createHash("sha1").update(namespaceBytes).update(name).digest().subarray(0, guidBytes);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | version;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | variant;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
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
