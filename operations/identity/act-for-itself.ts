import { z } from "zod";

import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { callerMemory } from "./engine/caller-memory.ts";
import { whyNotAdmitted } from "./engine/check-password.ts";
import { authenticateConfidentialClient, clientFields, requireGrant } from "./engine/client.ts";
import { grantedScope } from "./engine/granted-scope.ts";
import {
  beginMinting,
  describeDecision,
  invalidGrant,
  type TokenDecision,
  type TokenSet,
  tokenSetOf,
} from "./engine/token-set.ts";

const input = z.strictObject({ ...clientFields, scope: z.string().optional() });

type ClientCredentialsInput = z.output<typeof input>;

const decideForClient = defineOperation<ClientCredentialsInput, TokenDecision, TokenDecision>({
  name: "identity.actForItself",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "LGCC",
    named: ({ clientId }) => ({ table: "clients", name: clientId }),
    describe: ({ clientId }, decision) => ({ ident: clientId, ...describeDecision(decision) }),
  },
  // Nothing has to be read again inside the transaction, and the user may be known from memory: a client or user that
  // changes meanwhile ends the family or raises the version that the token will bear, and policies are asked at each call.
  async prepare(context, { scope: asked, ...named }) {
    const client = requireGrant(await authenticateConfidentialClient(context, named), "client_credentials");
    return beginMinting(context, await decide(context, client, grantedScope(asked, client, "client_credentials")));
  },
  run: (_context, _input, decision) => Promise.resolve(decision),
});

async function decide(
  context: CallContext,
  { id, userKey, tokenFamily }: Row<"clients">,
  scope: string,
): Promise<TokenDecision> {
  // While it is not known what other processes have changed, the database is asked instead of the memory.
  const memory = context.changes.healthy() ? callerMemory(context) : undefined;
  const user = userKey === null ? undefined : await (memory?.users.of(userKey) ?? context.store.get("users", userKey));
  if (user === undefined || tokenFamily === null) return invalidGrant("the client has no user as whom it acts");
  const refusal = await whyNotAdmitted(context, user, "classes" in user ? memory?.judge(user, "tokens") : undefined);
  if (refusal !== undefined) return refusal;
  return { granted: { sub: user.key, gid: tokenFamily, ver: user.tokenVersion, client_id: id, scope } };
}

/**
 * Issues a client a token of its own (RFC 6749, 4.4): it acts as the user that it is bound to, with that user's classes and under the same
 * policies. A client without user gets none.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID, INVALID_GRANT, USER_LOCKED, USER_DISABLED
 */
export async function actForItself(
  service: ServiceContext,
  caller: Caller,
  given: ClientCredentialsInput,
): Promise<TokenSet> {
  // The memory is made here with the policies of the process: inside the call they are those of one call.
  callerMemory(service);
  return tokenSetOf(service, await invoke(decideForClient, service, caller, given));
}
