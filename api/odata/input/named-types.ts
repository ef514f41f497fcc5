import type { ServiceError } from "#domain/errors.ts";

import type { Model } from "../model/model.ts";
import { isDerivedFrom } from "../model/types.ts";
import type { Property, StructuredType } from "../structured-type.ts";
import { unfit } from "./unfit.ts";

const primitive =
  /^(?:Edm\.)?(?:Binary|Boolean|Byte|Date|DateTimeOffset|Decimal|Double|Duration|Guid|Int16|Int32|Int64|PrimitiveType|SByte|Single|Stream|String|TimeOfDay|Untyped|Geography\w*|Geometry\w*)$/;

/**
 * Checks the type that `@odata.type` names for an object: the declared one, or one derived from it.
 * @throws INPUT_INVALID
 */
export function checkType(
  value: unknown,
  at: {
    readonly model: Model;
    readonly declared: StructuredType;
    readonly allowed: readonly StructuredType[];
    readonly target: string;
  },
): void {
  const { model, declared, allowed, target } = at;
  const type = model.typeNamed(nameIn(value, target));
  if (type !== undefined && (isDerivedFrom(type, declared) || allowed.includes(type))) return;
  throw wrongType(target, `#${model.qualified(declared)}`);
}

/**
 * Checks the type that `name@odata.type` names for a property.
 * @throws INPUT_INVALID
 */
export function checkPropertyType(
  value: unknown,
  at: { readonly model: Model; readonly property: Property | undefined; readonly target: string },
): void {
  const { model, property, target } = at;
  if (property === undefined || property.type === "Edm.PrimitiveType") return checkKnownType(value, model, target);
  const written = nameIn(value, target);
  const inner = /^Collection\((.*)\)$/.exec(written)?.[1];
  const wanted = typeof property.type === "string" ? property.type.replace("Edm.", "") : model.qualified(property.type);
  const isList = inner !== undefined;
  if (isList === (property.collection === true) && isOf(inner ?? written, property, model)) return;
  throw wrongType(target, property.collection ? `#Collection(${wanted})` : `#${wanted}`);
}

/**
 * Refuses a named type that does not exist, for a value that no type describes.
 * @throws INPUT_INVALID
 */
export function checkKnownType(value: unknown, model: Model, target: string): void {
  const written = nameIn(value, target);
  const name = /^Collection\((.*)\)$/.exec(written)?.[1] ?? written;
  if (primitive.test(name) || model.typeNamed(name) !== undefined) return;
  throw unfit(target, `there is no type '${name.slice(0, 200)}'. Look at $metadata, or leave it out.`);
}

function isOf(name: string, { type }: Property, model: Model): boolean {
  if (typeof type === "string") return name.replace(/^Edm\./, "") === type.replace("Edm.", "");
  const found = model.typeNamed(name);
  return found !== undefined && isDerivedFrom(found, type);
}

// `#Namespace.Type`, or the same behind the address of a `$metadata`.
function nameIn(value: unknown, target: string): string {
  if (typeof value === "string") return value.slice(value.indexOf("#") + 1);
  throw unfit(target, "must be a text, the name of a type.");
}

function wrongType(target: string, wanted: string): ServiceError {
  return unfit(target, `must be the type ${wanted} here. Correct it, or leave it out.`);
}
