import type { ErrorCode, ServiceError } from "#domain/errors.ts";
import type { ErrorKind } from "#domain/errors/error-definition.ts";

import { presentError } from "../errors.ts";
import type { RouteAnswer } from "../route.ts";

interface OAuthError {
  readonly status: number;
  readonly error: string;
}

const byCode: Partial<Record<ErrorCode, OAuthError>> = {
  INVALID_GRANT: { status: 400, error: "invalid_grant" },
  USER_LOCKED: { status: 400, error: "invalid_grant" },
  USER_DISABLED: { status: 400, error: "invalid_grant" },
  SIGN_IN_INTERACTIVE: { status: 400, error: "invalid_grant" },
  GRANT_UNSUPPORTED: { status: 400, error: "unauthorized_client" },
  CLIENT_INVALID: { status: 401, error: "invalid_client" },
  SCOPE_INVALID: { status: 400, error: "invalid_scope" },
};

const byKind: Partial<Record<ErrorKind, string>> = {
  invalid: "invalid_request",
  tooLarge: "invalid_request",
  unsupportedMedia: "invalid_request",
  tooMany: "temporarily_unavailable",
  unavailable: "temporarily_unavailable",
  internal: "server_error",
};

/** Headers of every answer that may hold a token (RFC 6749, 5.1); Cache-Control: no-store is on all answers. */
export const tokenHeaders = { pragma: "no-cache" } as const;

/** Returns an error in the form that OAuth clients read (RFC 6749, 5.2); undefined if that form has no name for it. */
export function presentOAuthError(error: ServiceError): RouteAnswer | undefined {
  const { status: usual, headers: { "www-authenticate": _bearer, ...headers } = {} } = presentError(error);
  const name = byCode[error.code]?.error ?? byKind[error.kind];
  if (name === undefined) return undefined;
  const status = byCode[error.code]?.status ?? usual;
  // The specification (5.3) has the two codes in the description; their texts begin with them.
  const description = error.code === "USER_LOCKED" || error.code === "USER_DISABLED" ? error.code : error.message;
  return {
    status,
    headers: {
      ...headers,
      ...tokenHeaders,
      ...(status === 401 ? { "www-authenticate": 'Basic realm="gatehouse"' } : {}),
    },
    body: { error: name, error_description: asDescription(description) },
  };
}

// RFC 6749 allows printable ASCII without quotes and backslashes.
function asDescription(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, " ");
}
