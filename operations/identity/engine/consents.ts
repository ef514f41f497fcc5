import type { Scope } from "#domain/identity/token-grants.ts";
import { namedGuid, rowName } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** Returns the scopes of a request, for the user's consent. */
export function scopesOf({ scope }: Pick<AuthorizationRequest, "scope">): readonly Scope[] {
  return scope.split(" ") as readonly Scope[];
}

/** Finds the consent of a user to a client; undefined if there is none. */
export async function consentOf(
  { store }: Pick<CallContext, "store">,
  userKey: string,
  clientId: string,
): Promise<Row<"consents"> | undefined> {
  const [consent] = await store.select("consents", { where: { userKey, clientId }, limit: 1 });
  return consent;
}

/**
 * Reports whether a user must be asked for consent. The service's own clients ask only if they want to; others ask until every scope is
 * granted.
 */
export async function asksConsent(
  context: Pick<CallContext, "store">,
  userKey: string,
  request: AuthorizationRequest,
): Promise<boolean> {
  if (request.asksConsent) return true;
  const client = await context.store.get("clients", request.clientId);
  if (client?.firstParty === true) return false;
  const given = (await consentOf(context, userKey, request.clientId))?.scopes ?? [];
  return scopesOf(request).some((scope) => !given.includes(scope));
}

/** Stores a user's consent to the scopes of a request, in addition to earlier ones, in the current transaction. */
export async function addConsent(
  context: Pick<CallContext, "store" | "clock">,
  userKey: string,
  request: AuthorizationRequest,
): Promise<void> {
  const { store, clock } = context;
  const { clientId } = request;
  const before = await consentOf(context, userKey, clientId);
  const scopes = [...new Set([...(before?.scopes ?? []), ...scopesOf(request)])];
  const given = { scopes, givenAt: clock.now() };
  const key = before?.key ?? namedGuid(rowName("consents", userKey, clientId));
  await store.save("consents", { ...given, key, userKey, clientId });
}
