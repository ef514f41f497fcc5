import type { Scalar, TargetObject } from "#connectors/contract/index.ts";
import { objectNameMaxCharacters } from "#domain/limits.ts";
import { attributeNamesMax, toldObjectBytesMax } from "#domain/report-limits.ts";
import type { OrderAttributes, OutcomeObject } from "#domain/requests/order.ts";

/** An object of a target as a proxy tells it, and the attributes that it does not tell because they are too large. */
export interface ToldObject extends OutcomeObject {
  readonly leftOut: readonly string[];
}

/**
 * Returns an object as the service takes it: bytes as base64, attributes whose names it can keep, and not more than `toldObjectBytesMax` bytes of attributes. Of what is
 * more, the largest attributes are left out whole, for half a value would be a wrong one.
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

/** Tells people which attributes of an object are not shown; undefined = all are. */
export function leftOutWords({ name, leftOut }: Pick<ToldObject, "name" | "leftOut">): string | undefined {
  if (leftOut.length === 0) return undefined;
  const named = leftOut.slice(0, 10).map((attribute) => `"${attribute}"`);
  const more = leftOut.length > named.length ? ` and ${leftOut.length - named.length} more` : "";
  return `"${name}" is too large to be told whole, so ${named.join(", ")}${more} of it is not read. All attributes of an object may hold ${toldObjectBytesMax / 1024} KiB together.`;
}

/** Returns values as attributes of the service hold them: bytes are base64; what a connector gives beside its contract is told as text, or not at all. */
export function plainValues(values: readonly Scalar[]): readonly (string | number | boolean)[] {
  // Almost all values of almost all objects are texts.
  return values.every((value) => typeof value === "string") ? values : values.flatMap(plain);
}

function plain(value: Scalar): readonly (string | number | boolean)[] {
  if (typeof value === "string" || typeof value === "boolean") return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString("base64")];
  // JSON has no word for what is no number.
  if (typeof value === "number" && Number.isFinite(value)) return [value];
  return value === null || value === undefined ? [] : [String(value)];
}

function sizeOf(attribute: string, values: OrderAttributes[string]): number {
  return Buffer.byteLength(JSON.stringify(values)) + Buffer.byteLength(JSON.stringify(attribute)) + 2;
}
