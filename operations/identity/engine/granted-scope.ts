import { ServiceError } from "#domain/errors.ts";
import { type GrantType, type Scope, scopes, tokenGrants } from "#domain/identity/token-grants.ts";
import type { Row } from "#store/tables.ts";

/**
 * Returns the scope that a client gets: the requested one, by default `api`, never more than it is registered for. Unknown scopes are left
 * out (OpenID Connect Core, 3.1.2.1).
 * @throws SCOPE_INVALID
 */
export function grantedScope(asked: string | undefined, client: Row<"clients">, grant: GrantType): string {
  const given: readonly Scope[] = tokenGrants[grant].scopes;
  const open = given.filter((scope) => client.scopes === null || client.scopes.includes(scope));
  return chosenScope(isNothing(asked) ? "api" : (asked ?? ""), open);
}

/**
 * Returns the part of a scope that a client requests at a refresh, by default all of it (RFC 6749, 6).
 * @throws SCOPE_INVALID
 */
export function narrowedScope(asked: string | undefined, granted: string): string {
  return isNothing(asked) ? granted : chosenScope(asked ?? "", granted.split(" "));
}

/** Reports whether no scope is requested: a parameter without a value counts as left out (RFC 6749, 3.2). */
function isNothing(asked: string | undefined): boolean {
  return asked === undefined || asked.trim() === "";
}

function chosenScope(asked: string, open: readonly string[]): string {
  const named = [...new Set(asked.split(" ").filter((scope) => scope !== ""))];
  const wanted = named.filter((scope) => Object.hasOwn(scopes, scope));
  const closed = wanted.find((scope) => !open.includes(scope));
  if (closed === undefined && wanted.length > 0) return wanted.join(" ");
  throw new ServiceError("SCOPE_INVALID", {
    message: `The scope '${(closed ?? named[0] ?? "").slice(0, 40)}' is not open here. Ask for what is: ${open.join(", ") || "none"}.`,
    target: "scope",
  });
}
