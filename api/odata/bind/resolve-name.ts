import type { ServiceError } from "#domain/errors.ts";
import { nearestName } from "#domain/nearest-name.ts";

import type { EntitySet } from "../entity-set.ts";
import type { Model } from "../model/model.ts";
import { isDerivedFrom, propertiesOf } from "../model/types.ts";
import type { Property, StructuredType } from "../structured-type.ts";
import { failure, type QueryPosition } from "./fail.ts";

/** Returns the error for a name that a type does not have, with the nearest name as a hint. */
export function unknownProperty(
  name: string,
  { type, set }: { readonly type: Property["type"]; readonly set?: EntitySet },
  place: QueryPosition,
): ServiceError {
  if (typeof type === "string")
    return failure("PROPERTY_UNKNOWN", place, `a value has no property '${name.slice(0, 100)}'.`);
  const navigations = set?.navigation?.map((navigation) => navigation.name) ?? [];
  const nearest = nearestName(name, [...Object.keys(propertiesOf(type)), ...navigations]);
  const hint = nearest === undefined ? "Look at $metadata." : `Did you mean '${nearest}'?`;
  return failure("PROPERTY_UNKNOWN", place, `${type.name} has no property '${name.slice(0, 100)}'. ${hint}`);
}

/**
 * Returns the type that a cast names, if entities of the given type may have it.
 * @throws PROPERTY_UNKNOWN for a name that is no type
 * @throws TYPES_INCOMPATIBLE for a type that entities of this one never have
 */
export function castType(model: Model, name: string, from: StructuredType, place: QueryPosition): StructuredType {
  const type = model.typeNamed(name);
  if (type === undefined)
    throw failure("PROPERTY_UNKNOWN", place, `there is no type '${name.slice(0, 200)}'. Look at $metadata.`);
  if (isDerivedFrom(type, from) || isDerivedFrom(from, type)) return type;
  throw failure("TYPES_INCOMPATIBLE", place, `${from.name} is never of the type ${type.name}.`);
}
