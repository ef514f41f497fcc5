import type { Member, TargetObject } from "#connectors/contract/index.ts";
import type { DiscoveredItem } from "#domain/discovery/discovery.ts";
import { objectNameMaxCharacters } from "#domain/limits.ts";
import { cutNamesMax, toldObjectBytesMax } from "#domain/report-limits.ts";

import { plainValues, toldObject } from "./told-object.ts";

/**
 * Returns the line of an object of a listing. The same object always gives the same line, whose hash identifies it, so all names stand in a
 * fixed order. A state that is neither true nor false is unknown.
 */
export function objectLine({ id, name, attributes, state = {} }: TargetObject): string {
  const sorted: Record<string, readonly (string | number | boolean)[]> = {};
  for (const attribute of Object.keys(attributes ?? {}).toSorted())
    sorted[attribute] = plainValues(attributes[attribute] ?? []);
  return JSON.stringify({
    attributes: sorted,
    enabled: flagOf(state.enabled),
    expiresAt: state.expiresAt,
    id,
    kind: "object",
    locked: flagOf(state.locked),
    name,
    passwordExpired: flagOf(state.passwordExpired),
    passwordExpiresAt: state.passwordExpiresAt,
  });
}

/** Returns the lines of an object: its own and, if it is too large to send whole, one with the attributes that are left out. */
export function objectLines(object: TargetObject): { readonly line: string; readonly cut?: string } {
  const line = objectLine(object);
  // The number of bytes is at most three times that of characters.
  if (line.length * 3 <= toldObjectBytesMax || Buffer.byteLength(line) <= toldObjectBytesMax) return { line };
  const { attributes, leftOut } = toldObject(object);
  if (leftOut.length === 0) return { line };
  const names = leftOut.slice(0, cutNamesMax).map((name) => name.slice(0, objectNameMaxCharacters));
  return {
    line: objectLine({ ...object, attributes }),
    cut: lineOf({ kind: "cut", name: object.name, attributes: names }),
  };
}

/** Returns the line of a member of a group. */
export function memberLine(group: string, { id, name, through }: Member): string {
  // Only the name of a nested group is sent, cut if it is longer than a name on record.
  const other = through?.name.slice(0, objectNameMaxCharacters);
  return lineOf({ kind: "member", group, name, ...(id !== undefined && { id }), ...(other && { through: other }) });
}

/** Returns the line of any other item. */
export function lineOf(item: Exclude<DiscoveredItem, { kind: "object" }>): string {
  return JSON.stringify(item);
}

function flagOf(state: unknown): boolean | undefined {
  return typeof state === "boolean" ? state : undefined;
}
