import type { ObjectRef, Scalar, TargetObject } from "#connectors/contract/index.ts";
import type { DiscoveredItem } from "#domain/discovery/discovery.ts";

/**
 * The line of an object of a listing. The same object always gives the same line, by whose hash it is known, so all names
 * stand in a fixed order.
 */
export function objectLine({ id, name, attributes, state = {} }: TargetObject): string {
  const sorted: Record<string, readonly (string | number | boolean)[]> = {};
  for (const attribute of Object.keys(attributes).toSorted())
    sorted[attribute] = attributes[attribute]?.map(plain) ?? [];
  const { enabled, expiresAt, locked, passwordExpired } = state;
  const item = { attributes: sorted, enabled, expiresAt, id, kind: "object", locked, name, passwordExpired };
  return JSON.stringify(item);
}

/** The line of a member of a group. */
export function memberLine(group: string, { id, name }: ObjectRef): string {
  return lineOf({ kind: "member", group, name, ...(id !== undefined && { id }) });
}

/** The line of any other item. */
export function lineOf(item: Exclude<DiscoveredItem, { kind: "object" }>): string {
  return JSON.stringify(item);
}

/** Bytes are kept as base64, as everywhere in attributes. */
function plain(value: Scalar): string | number | boolean {
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
