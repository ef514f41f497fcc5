import type { Scope } from "#domain/identity/token-grants.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** The scopes of a request, as its user is asked about them. */
export function scopesOf({ scope }: Pick<AuthorizationRequest, "scope">): readonly Scope[] {
  return scope.split(" ") as readonly Scope[];
}

/** What a user has let a client do; undefined where nothing. */
export async function consentOf(
  { store }: Pick<CallContext, "store">,
  userKey: string,
  clientId: string,
): Promise<Row<"consents"> | undefined> {
  const [consent] = await store.select("consents", { where: { userKey, clientId }, limit: 1 });
  return consent;
}

/** Whether a user is to be asked what a client may do: of the service's own only where it wants that, of others until they have said it. */
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

/** Remembers, in the current transaction, that a user lets a client do what it asks for, besides what they have let it do before. */
export async function addConsent(
  context: Pick<CallContext, "store" | "clock" | "ids">,
  userKey: string,
  request: AuthorizationRequest,
): Promise<void> {
  const { store, clock, ids } = context;
  const { clientId } = request;
  const before = await consentOf(context, userKey, clientId);
  const scopes = [...new Set([...(before?.scopes ?? []), ...scopesOf(request)])];
  const given = { scopes, givenAt: clock.now() };
  if (before === undefined) await store.add("consents", { ...given, key: ids.guid(), userKey, clientId });
  else await store.save("consents", { ...given, key: before.key });
}
