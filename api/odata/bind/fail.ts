import { type ErrorCode, ServiceError } from "#domain/errors.ts";

/** Position in an address: the option (or `path`) and the index in its text. */
export interface QueryPosition {
  readonly target: string;
  readonly at: number;
}

/** Returns the error of a query. Its text begins with the option and the position, counted from 0. */
export function failure(code: ErrorCode, { target, at }: QueryPosition, message: string): ServiceError {
  return new ServiceError(code, { message: `${target}, position ${at}: ${message}`, target });
}

/** Returns the error for a part of OData that this service does not support: 501. */
export function notSupported(place: QueryPosition, what: string): ServiceError {
  return failure("QUERY_OPTION_NOT_SUPPORTED", place, `${what} is not supported here. Leave it out.`);
}
