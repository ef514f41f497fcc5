import { ServiceError } from "#domain/errors.ts";

// RFC 6750: b64token
const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * The access token of a call from its headers `Authorization`: one `Bearer …`, nowhere else.
 * @throws TOKEN_MISSING
 * @throws TOKEN_INVALID when the header occurs twice or holds something else
 */
export function bearerToken(given: readonly string[]): string {
  if (given.length === 0) throw new ServiceError("TOKEN_MISSING");
  const token = given.length === 1 ? bearer.exec(given[0] ?? "")?.[1] : undefined;
  if (token === undefined) throw new ServiceError("TOKEN_INVALID", { detail: "no single bearer token" });
  return token;
}
