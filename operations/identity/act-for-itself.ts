import { z } from "zod";

import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { invoke } from "../invoke.ts";
import { whyNoTokens } from "./check-password.ts";
import { authenticateConfidentialClient, clientFields, requireGrant } from "./client.ts";
import { grantedScope } from "./granted-scope.ts";
import { describeDecision, type TokenDecision, type TokenSet, tokenSetOf } from "./token-set.ts";

const input = z.strictObject({ ...clientFields, scope: z.string().optional() });

type ClientCredentialsInput = z.output<typeof input>;

const decideForClient = defineOperation<ClientCredentialsInput, TokenDecision, TokenDecision>({
  name: "identity.actForItself",
  operationType: "CLIENT_SIGN_IN",
  input,
  policies: [],
  callers: ["anonymous"],
  audit: {
    operation: "LGCC",
    describe: ({ clientId }, decision) => ({ ident: clientId, ...describeDecision(decision) }),
  },
  // Nothing has to be read again inside the transaction: a client or user that changes meanwhile ends the family or raises
  // the version that the token will bear.
  async prepare(context, { scope: asked, ...named }) {
    const client = await authenticateConfidentialClient(context, named);
    requireGrant(client, "client_credentials");
    return decide(context, client, grantedScope(asked, client, "client_credentials"));
  },
  run: (_context, _input, decision) => Promise.resolve(decision),
});

async function decide(
  context: CallContext,
  { id, userKey, tokenFamily }: Row<"clients">,
  scope: string,
): Promise<TokenDecision> {
  const user = userKey === null ? undefined : await context.store.get("users", userKey);
  if (user === undefined || tokenFamily === null)
    return { refused: "INVALID_GRANT", reason: "the client has no user as whom it acts" };
  const refusal = await whyNoTokens(context, user);
  if (refusal !== undefined) return refusal;
  return { granted: { sub: user.key, gid: tokenFamily, ver: user.tokenVersion, client_id: id, scope } };
}

/**
 * Gives a client a token of its own (RFC 6749, 4.4): it acts as the user that it is bound to, with that user's classes and
 * under the same policies; one that is bound to nobody gets none.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID, INVALID_GRANT, USER_LOCKED, USER_DISABLED
 */
export async function actForItself(
  service: ServiceContext,
  caller: Caller,
  given: ClientCredentialsInput,
): Promise<TokenSet> {
  return tokenSetOf(service, await invoke(decideForClient, service, caller, given));
}
