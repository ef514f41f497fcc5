import { ServiceError, type ErrorCode, type ErrorDetail } from "#domain/errors.ts";
import type { ErrorKind } from "#domain/errors/error-definition.ts";
import { retryAfterSeconds } from "#domain/limits.ts";

import type { RouteAnswer } from "./route.ts";

/** HTTP status of each kind of error. */
const statusByKind = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  methodNotAllowed: 405,
  conflict: 409,
  preconditionFailed: 412,
  tooLarge: 413,
  unsupportedMedia: 415,
  refusedByTarget: 422,
  tooMany: 429,
  internal: 500,
  notSupported: 501,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>;

/** HTTP status of codes that is more specific than that of their kind. */
const statusByCode: Partial<Record<ErrorCode, number>> = {
  URL_TOO_LONG: 414,
  NOT_ACCEPTABLE: 406,
  DEPENDENCY_FAILED: 424,
  IDEMPOTENCY_KEY_REUSED: 422,
};

/** Body of every error. */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    /** Path of the invalid field; absent if there is none. */
    readonly target?: string;
    readonly details: readonly ErrorDetail[];
  };
}

/** Returns the error as a ServiceError. An unknown error becomes INTERNAL, which reveals nothing. */
export function knownError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError("INTERNAL", { cause: error });
}

/** Returns the HTTP status of an error. */
function statusOf(error: ServiceError): number {
  return statusByCode[error.code] ?? statusByKind[error.kind];
}

/** Returns the answer to a call that failed. Only the public text leaves the service; the cause and `detail` stay in the log. */
export function presentError(error: ServiceError): RouteAnswer {
  const { code, message, target, details = [] } = error;
  const body: ErrorBody = { error: { code, message, ...(target === undefined ? {} : { target }), details } };
  return { status: statusOf(error), headers: headersOf(error), body };
}

function headersOf(error: ServiceError): Record<string, string> {
  if (error.kind === "unauthenticated") return { "www-authenticate": challengeOf(error.code) };
  if (error.code === "SCOPE_INSUFFICIENT") {
    const scope = error.target ?? "api";
    return { "www-authenticate": `Bearer realm="gatehouse", error="insufficient_scope", scope="${scope}"` };
  }
  const mayRetry = error.kind === "unavailable" || error.kind === "tooMany";
  return mayRetry ? { "retry-after": String(error.retryAfterSeconds ?? retryAfterSeconds) } : {};
}

function challengeOf(code: ErrorCode): string {
  // RFC 9470, section 3: a newer sign-in of the same user would do.
  if (code === "PROOF_REQUIRED") return 'Bearer realm="gatehouse", error="insufficient_user_authentication"';
  if (code.startsWith("PROXY_")) return 'Gatehouse-Proxy realm="gatehouse"';
  return code === "TOKEN_MISSING" ? 'Bearer realm="gatehouse"' : 'Bearer realm="gatehouse", error="invalid_token"';
}
