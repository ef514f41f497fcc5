import { type ErrorCode, ServiceError } from "#domain/errors.ts";

import { presentError } from "../errors.ts";
import type { RouteAnswer, RouteCall } from "../route.ts";

interface OAuthError {
  readonly status: number;
  readonly error: string;
}

const byCode: Partial<Record<ErrorCode, OAuthError>> = {
  INVALID_GRANT: { status: 400, error: "invalid_grant" },
  USER_LOCKED: { status: 400, error: "invalid_grant" },
  USER_DISABLED: { status: 400, error: "invalid_grant" },
  GRANT_UNSUPPORTED: { status: 400, error: "unauthorized_client" },
  CLIENT_INVALID: { status: 401, error: "invalid_client" },
  INPUT_INVALID: { status: 400, error: "invalid_request" },
  SIGN_IN_BUSY: { status: 503, error: "temporarily_unavailable" },
};

/** Answers with what a handler gives, and its errors in the form that OAuth clients read (RFC 6749, 5.2). */
export async function inOAuth(call: RouteCall, handler: () => Promise<RouteAnswer>): Promise<RouteAnswer> {
  try {
    return await handler();
  } catch (error) {
    const known = error instanceof ServiceError ? error : undefined;
    const meant = known && oauthErrorOf(known);
    if (known === undefined || meant === undefined) throw error;
    const { code, detail } = known;
    call.context.log.debug({ requestId: call.caller.requestId, code, detail }, "token request refused");
    const { headers = {} } = presentError(known);
    // The specification (5.3) has the two codes in the description; they stand first in their texts.
    const description = code === "USER_LOCKED" || code === "USER_DISABLED" ? code : known.message;
    return {
      status: meant.status,
      headers:
        meant.status === 401 ? { "www-authenticate": 'Basic realm="gatehouse"' } : without(headers, "www-authenticate"),
      body: { error: meant.error, error_description: asDescription(description) },
    };
  }
}

function oauthErrorOf(error: ServiceError): OAuthError | undefined {
  if (error.code === "INPUT_INVALID" && error.target === "scope") return { status: 400, error: "invalid_scope" };
  return byCode[error.code];
}

// RFC 6749 allows printable ASCII without quotes and backslashes.
function asDescription(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, " ");
}

function without(headers: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));
}
