import type { Member, TargetObject } from "#connectors/contract/index.ts";
import type { DiscoveredItem } from "#domain/discovery/discovery.ts";
import { objectNameMaxCharacters } from "#domain/limits.ts";
import { cutNamesMax, toldObjectBytesMax } from "#domain/report-limits.ts";

import { plainValues, toldObject } from "./told-object.ts";

/**
 * The line of an object of a listing. The same object always gives the same line, by whose hash it is known, so all names
 * stand in a fixed order. A state that is neither true nor false is not known.
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
  });
}

/** Lines of an object: its own and, where it is too large to be told whole, what of it is not told. */
export function objectLines(object: TargetObject): { readonly line: string; readonly cut?: string } {
  const line = objectLine(object);
  // Characters are fewer than bytes, by three times at most.
  if (line.length * 3 <= toldObjectBytesMax || Buffer.byteLength(line) <= toldObjectBytesMax) return { line };
  const { attributes, leftOut } = toldObject(object);
  if (leftOut.length === 0) return { line };
  const names = leftOut.slice(0, cutNamesMax).map((name) => name.slice(0, objectNameMaxCharacters));
  return {
    line: objectLine({ ...object, attributes }),
    cut: lineOf({ kind: "cut", name: object.name, attributes: names }),
  };
}

/** The line of a member of a group. */
export function memberLine(group: string, { id, name, through }: Member): string {
  // Of another group only its name is told, cut where it is longer than a name on record.
  const other = through?.name.slice(0, objectNameMaxCharacters);
  return lineOf({ kind: "member", group, name, ...(id !== undefined && { id }), ...(other && { through: other }) });
}

/** The line of any other item. */
export function lineOf(item: Exclude<DiscoveredItem, { kind: "object" }>): string {
  return JSON.stringify(item);
}

function flagOf(state: unknown): boolean | undefined {
  return typeof state === "boolean" ? state : undefined;
}
