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

const authorization = "authorization";

/** Every header `Authorization` of a call, from its headers as they came: node:http keeps only the first one by name. */
export function authorizationOf(rawHeaders: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === authorization.length && name.toLowerCase() === authorization) {
      found.push(rawHeaders[index + 1] ?? "");
    }
  }
  return found;
}
