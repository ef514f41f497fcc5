import { type DetailName, detailNames } from "#domain/catalogue/catalogue-details.ts";
import type { ItemChanges } from "#domain/catalogue/item-changes.ts";

/** Returns the names of the details that fields set, for the audit. */
export function namesOf(fields: Partial<Record<DetailName, unknown>>): string {
  return detailNames.filter((name) => fields[name] !== undefined).join(", ");
}

/** Returns the numbers of items that are named, changed and refused, for the audit. */
export function countsOf({ selected, changed, faults }: ItemChanges): string {
  return `items ${selected}, change ${changed}, refuse ${new Set(faults.map(({ line }) => line)).size}`;
}
