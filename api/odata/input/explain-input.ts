import { type ErrorDetail, ServiceError } from "#domain/errors.ts";

import { propertyNamed } from "../model/types.ts";
import type { StructuredType } from "../structured-type.ts";

const momentRule = "must be a moment such as 2030-01-31T12:00:00Z";

/** The same error in the words of the door: how a moment is written. */
export function explainInput(type: StructuredType, error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.details === undefined) return error;
  const details = error.details.map((detail) => explainDetail(type, detail));
  const changed = details.findIndex((detail, index) => detail !== error.details?.[index]);
  if (changed < 0) return error;
  const first = details[0];
  return new ServiceError(error.code, {
    details,
    message: first && first.target !== "" ? `${first.target}: ${first.message}` : error.message,
    target: first?.target ?? error.target,
    detail: error.detail,
    cause: error.cause,
  });
}

function explainDetail(type: StructuredType, detail: ErrorDetail): ErrorDetail {
  const property = propertyNamed(type, detail.target);
  return detail.code === "INPUT_INVALID" && property?.type === "Edm.DateTimeOffset"
    ? { ...detail, message: momentRule }
    : detail;
}
