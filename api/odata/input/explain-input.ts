import { type ErrorDetail, ServiceError } from "#domain/errors.ts";

import { propertyNamed } from "../model/types.ts";
import type { StructuredType } from "../structured-type.ts";

const momentRule = "must be a moment such as 2030-01-31T12:00:00Z";

/** Returns the same error in the terms of this API: the form of a moment, and fields by the names that the body gives them. */
export function explainInput(type: StructuredType, error: unknown, names: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.details === undefined) return renamed(error, names);
  const details = error.details.map((detail) => explainDetail(type, detail, names));
  if (details.every((detail, index) => detail === error.details?.[index])) return error;
  const first = details[0];
  return new ServiceError(error.code, {
    details,
    message: first && first.target !== "" ? `${first.target}: ${first.message}` : error.message,
    target: first?.target ?? error.target,
    detail: error.detail,
    cause: error.cause,
  });
}

function renamed(error: ServiceError, names: ReadonlyMap<string, string>): ServiceError {
  const target = error.target === undefined ? undefined : nameGiven(error.target, names);
  if (target === undefined || target === error.target) return error;
  const { message, detail, cause } = error;
  const isNamed = message.startsWith(`${error.target}:`);
  const words = isNamed ? target + message.slice(error.target?.length) : message;
  return new ServiceError(error.code, { target, message: words, detail, cause });
}

function nameGiven(target: string, names: ReadonlyMap<string, string>): string {
  const [field = "", ...rest] = target.split(".");
  return [names.get(field) ?? field, ...rest].join(".");
}

function explainDetail(type: StructuredType, detail: ErrorDetail, names: ReadonlyMap<string, string>): ErrorDetail {
  const target = nameGiven(detail.target, names);
  const isMoment = detail.code === "INPUT_INVALID" && propertyNamed(type, target)?.type === "Edm.DateTimeOffset";
  if (isMoment) return { ...detail, target, message: momentRule };
  return target === detail.target ? detail : { ...detail, target };
}
