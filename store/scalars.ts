import { ServiceError } from "#domain/errors.ts";

import type { SqlValue } from "./sql/sql.ts";

/**
 * Returns the values if each is a text, a number or null. A driver takes an array for several values, an object for named ones and a
 * boolean for a number, so anything else would write other columns than its own.
 * @throws INTERNAL
 */
export function requireScalars(values: readonly SqlValue[]): readonly SqlValue[] {
  for (const [place, value] of values.entries()) {
    if (typeof value === "string" || typeof value === "number" || value === null) continue;
    throw new ServiceError("INTERNAL", {
      detail: `value ${place + 1} of a statement is no scalar but ${nameOf(value)}`,
    });
  }
  return values;
}

function nameOf(value: unknown): string {
  return Array.isArray(value) ? "an array" : typeof value;
}
