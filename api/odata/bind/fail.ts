import { type ErrorCode, ServiceError } from "#domain/errors.ts";

/** Where in an address something stands: the option (or `path`) and the place in its text. */
export interface QueryPosition {
  readonly target: string;
  readonly at: number;
}

/** An error of a query: its text begins with the option and the position, counted from 0. */
export function failure(code: ErrorCode, { target, at }: QueryPosition, message: string): ServiceError {
  return new ServiceError(code, { message: `${target}, position ${at}: ${message}`, target });
}

/** The error for what OData knows and this service does not do: 501. */
export function notSupported(place: QueryPosition, what: string): ServiceError {
  return failure("QUERY_OPTION_NOT_SUPPORTED", place, `${what} is not supported here. Leave it out.`);
}
