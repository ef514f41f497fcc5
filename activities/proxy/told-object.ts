import type { Scalar, TargetObject } from "#connectors/contract/index.ts";
import { objectNameMaxCharacters } from "#domain/limits.ts";
import { attributeNamesMax, toldObjectBytesMax } from "#domain/report-limits.ts";
import type { OrderAttributes, OutcomeObject } from "#domain/requests/order.ts";

/** An object of a target as a proxy sends it, and the attributes that are too large to send. */
export interface ToldObject extends OutcomeObject {
  readonly leftOut: readonly string[];
}

/**
 * Returns an object in the form of the service: bytes as base64, attributes whose names it can keep, and at most `toldObjectBytesMax` bytes
 * of attributes. Beyond that the largest attributes are left out whole, because half a value would be a wrong one.
 */
export function toldObject({ id, name, attributes }: Pick<TargetObject, "id" | "name" | "attributes">): ToldObject {
  const told: Record<string, readonly (string | number | boolean)[]> = {};
  const sizes: { readonly attribute: string; readonly bytes: number }[] = [];
  for (const [attribute, values] of Object.entries(attributes)) {
    const isNamed = attribute.length > 0 && attribute.length <= objectNameMaxCharacters;
    if (values.length === 0 || !isNamed) continue;
    const own = plainValues(values);
    told[attribute] = own;
    sizes.push({ attribute, bytes: sizeOf(attribute, own) });
  }
  let bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
  const leftOut: string[] = [];
  for (const { attribute, bytes: own } of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
    if (bytes <= toldObjectBytesMax && sizes.length - leftOut.length <= attributeNamesMax) break;
    delete told[attribute];
    leftOut.push(attribute);
    bytes -= own;
  }
  return { id, name, attributes: told, leftOut };
}

/** Returns the message about attributes of an object that are not shown; undefined if all are. */
export function leftOutWords({ name, leftOut }: Pick<ToldObject, "name" | "leftOut">): string | undefined {
  if (leftOut.length === 0) return undefined;
  const named = leftOut.slice(0, 10).map((attribute) => `"${attribute}"`);
  const more = leftOut.length > named.length ? ` and ${leftOut.length - named.length} more` : "";
  return `"${name}" is too large to be told whole, so ${named.join(", ")}${more} of it is not read. All attributes of an object may hold ${toldObjectBytesMax / 1024} KiB together.`;
}

/**
 * Returns values in the form of the service's attributes: bytes are base64; values outside of the connector's contract become text, or are
 * dropped.
 */
export function plainValues(values: readonly Scalar[]): readonly (string | number | boolean)[] {
  // Almost all values of almost all objects are texts.
  return values.every((value) => typeof value === "string") ? values : values.flatMap(plain);
}

function plain(value: Scalar): readonly (string | number | boolean)[] {
  if (typeof value === "string" || typeof value === "boolean") return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString("base64")];
  // JSON has no form for a number that is not finite.
  if (typeof value === "number" && Number.isFinite(value)) return [value];
  return value === null || value === undefined ? [] : [String(value)];
}

function sizeOf(attribute: string, values: OrderAttributes[string]): number {
  return Buffer.byteLength(JSON.stringify(values)) + Buffer.byteLength(JSON.stringify(attribute)) + 2;
}
