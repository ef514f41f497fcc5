import type { JsonValue } from "../json.ts";
import { addressSchemaDepthMax } from "../report-limits.ts";
import { type Checking, isList, isObject } from "./check.ts";

/**
 * Returns true if two values are equal, regardless of the order of their names. Values deeper than a schema may be are never equal.
 * @throws CheckingTooLong
 */
export function sameJson(one: JsonValue, other: JsonValue, checking: Checking, depth = 0): boolean {
  checking.spend(1);
  if (depth > addressSchemaDepthMax) return false;
  if (isList(one)) {
    if (!isList(other) || one.length !== other.length) return false;
    return one.every((value, index) => sameJson(value, other[index] ?? null, checking, depth + 1));
  }
  if (!isObject(one)) return one === other;
  const names = Object.keys(one);
  if (!isObject(other) || Object.keys(other).length !== names.length) return false;
  return names.every(
    (name) => Object.hasOwn(other, name) && sameJson(one[name] ?? null, other[name] ?? null, checking, depth + 1),
  );
}
