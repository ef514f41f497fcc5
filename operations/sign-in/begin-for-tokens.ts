import type { Secret } from "#connectors/contract/index.ts";
import { ownClientId } from "#domain/identity/own-client.ts";

import type { Caller, ServiceContext } from "../context.ts";
import { authenticateClient, requireGrant } from "../identity/engine/client.ts";
import { grantedScope } from "../identity/engine/granted-scope.ts";
import { type BegunSignIn, beginSignIn } from "./begin.ts";
import type { SignInInput } from "./engine/sign-in-input.ts";

/** What is known of whoever begins to sign in, beside what they say. */
interface BrowserFacts {
  readonly cookie: Secret;
  readonly origin?: string;
  readonly language?: string;
}

/**
 * Begins a sign-in of somebody at a program of the service's own, which gets tokens at its end.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID, CHAIN_NONE, INPUT_INVALID
 */
export async function beginForTokens(
  service: ServiceContext,
  caller: Caller,
  { clientId = ownClientId, scope: asked, ...more }: SignInInput & BrowserFacts,
): Promise<BegunSignIn> {
  // Who it is may be asked by programs of the service's own alone; others send people to the page.
  const client = requireGrant(await authenticateClient(service, { clientId }), "password");
  const scope = grantedScope(asked, client, "password");
  return beginSignIn(service, caller, { ...more, aim: "tokens", aimed: { clientId, scope }, client: clientId });
}
