import type { ServiceError } from "#domain/errors.ts";

import type { EntitySet } from "../entity-set.ts";
import { isSortable, propertiesOf } from "../model/types.ts";
import { failure, type QueryPosition } from "./fail.ts";
import type { Position } from "./position.ts";

/** Returns the properties by which entities of a set may be ordered. */
export function orderableNames(set: EntitySet): readonly string[] {
  if (set.allowedOrderByPropertiesList !== undefined) return set.allowedOrderByPropertiesList;
  return Object.entries(propertiesOf(set.type))
    .filter(([name, property]) => isSortable(name, property))
    .map(([name]) => name);
}

/**
 * Checks a property or navigation in an order against the set's list; a set without a list allows all here.
 * @throws ORDER_BY_NOT_ALLOWED
 */
export function checkOrderAllowed(position: Pick<Position, "set">, name: string, place: QueryPosition): void {
  const allowed = position.set.allowedOrderByPropertiesList;
  if (allowed !== undefined && !allowed.includes(name)) throw refuseOrder(position, name, place);
}

/** Returns the error for an order by a property that the set cannot be ordered by. */
export function refuseOrder({ set }: Pick<Position, "set">, name: string, place: QueryPosition): ServiceError {
  const rule = `${set.name} cannot be ordered by '${name.slice(0, 100)}'. Order by one of: ${orderableNames(set).join(", ")}.`;
  return failure("ORDER_BY_NOT_ALLOWED", place, rule);
}
