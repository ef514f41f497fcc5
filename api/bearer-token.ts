import { ServiceError } from "#domain/errors.ts";

import { headerValues } from "./header-values.ts";

// RFC 6750: b64token
const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
const usual = "Bearer ";

/**
 * Returns the access token of a call from its headers `Authorization`: one `Bearer …`, nowhere else.
 * @throws TOKEN_MISSING
 * @throws TOKEN_INVALID when the header occurs twice or holds something else
 */
export function bearerToken(given: readonly string[]): string {
  if (given.length === 0) throw new ServiceError("TOKEN_MISSING");
  const token = given.length === 1 ? tokenIn(given[0] ?? "") : undefined;
  if (token === undefined) throw new ServiceError("TOKEN_INVALID", { detail: "no single bearer token" });
  return token;
}

function tokenIn(header: string): string | undefined {
  // The verification of a token looks at each of its characters anyway, so the usual form needs no pattern here.
  const isUsual = header.startsWith(usual) && !header.includes(" ", usual.length);
  return isUsual ? header.slice(usual.length) : bearer.exec(header)?.[1];
}

/** Returns every header `Authorization` of a call. */
export function authorizationOf(rawHeaders: readonly string[]): readonly string[] {
  return headerValues(rawHeaders, "authorization");
}
