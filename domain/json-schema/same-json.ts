import type { JsonValue } from "../json.ts";
import { addressSchemaDepthMax } from "../report-limits.ts";
import { type Checking, isList, isObject } from "./check.ts";

/**
 * Whether two values say the same, whatever the order of their names; what is deeper than a schema may be never does.
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
