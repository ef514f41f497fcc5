import { ServiceError } from "#domain/errors.ts";
import { type GrantType, type Scope, tokenGrants } from "#domain/identity/token-grants.ts";
import type { Row } from "#store/tables.ts";

/**
 * The scope that a client gets: what it asked for, or `api`; never more than it is registered for.
 * @throws SCOPE_INVALID
 */
export function grantedScope(asked: string | undefined, client: Row<"clients">, grant: GrantType): string {
  const given: readonly Scope[] = tokenGrants[grant].scopes;
  const open = given.filter((scope) => client.scopes === null || client.scopes.includes(scope));
  return chosenScope(asked ?? "api", open);
}

/**
 * The part of a scope that a client asks for when it refreshes; all of it when it asks for nothing (RFC 6749, 6).
 * @throws SCOPE_INVALID
 */
export function narrowedScope(asked: string | undefined, granted: string): string {
  return asked === undefined ? granted : chosenScope(asked, granted.split(" "));
}

function chosenScope(asked: string, open: readonly string[]): string {
  const scopes = [...new Set(asked.split(" ").filter((scope) => scope !== ""))];
  const closed = scopes.find((scope) => !open.includes(scope));
  if (closed === undefined && scopes.length > 0) return scopes.join(" ");
  throw new ServiceError("SCOPE_INVALID", {
    message: `The scope '${(closed ?? "").slice(0, 40)}' is not open here. Ask for what is: ${open.join(", ") || "none"}.`,
    target: "scope",
  });
}
