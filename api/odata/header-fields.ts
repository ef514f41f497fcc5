import { ServiceError } from "#domain/errors.ts";

import type { RouteCall } from "../route.ts";
import type { WriteTerms } from "./entity-set.ts";

/**
 * Returns the fields of an input that are given as headers; the body cannot name them.
 * @throws HEADER_INVALID for a header that is given twice, FIELD_UNKNOWN
 */
export function headerFields(
  call: RouteCall,
  { headerFields: fields = {} }: WriteTerms,
  body: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const input: Record<string, string> = {};
  for (const [header, field] of Object.entries(fields)) {
    if (Object.hasOwn(body, field)) {
      throw new ServiceError("FIELD_UNKNOWN", {
        message: `The field '${field}' is not known here. Use the header ${header}.`,
        target: field,
      });
    }
    const value = call.headers[header];
    if (value === undefined) continue;
    if (typeof value !== "string" || value.includes(",")) {
      throw new ServiceError("HEADER_INVALID", { target: header, message: `The header ${header} is taken once.` });
    }
    input[field] = value;
  }
  return input;
}
