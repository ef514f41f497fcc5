import { createHash, timingSafeEqual } from "node:crypto";

import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { beginSession } from "./engine/begin-session.ts";
import { whyNotAdmitted } from "./engine/check-password.ts";
import { authenticateClient, clientFields, hashOf, requireGrant } from "./engine/client.ts";
import { revokeFamily } from "./engine/grants.ts";
import { describeDecision, invalidGrant, type TokenDecision, type TokenSet, tokenSetOf } from "./engine/token-set.ts";

// RFC 7636, 4.1
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;

const input = z.strictObject({
  ...clientFields,
  code: z.instanceof(Secret, { error: "must not be empty" }),
  redirectUri: z.string(),
  codeVerifier: z.instanceof(Secret, { error: "must not be empty" }),
});

type ExchangeInput = z.output<typeof input>;
type Code = Row<"authorizationCodes">;

const decideExchange = defineOperation<ExchangeInput, TokenDecision, Row<"clients">>({
  name: "identity.exchangeCode",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "LGIN",
    named: ({ clientId }) => ({ table: "clients", name: clientId }),
    describe: ({ clientId }, decision) => ({ ident: clientId, ...describeDecision(decision) }),
  },
  prepare: async (context, named) => requireGrant(await authenticateClient(context, named), "authorization_code"),
  async run(context, given, client) {
    const { store, clock } = context;
    const [found] = await store.select("authorizationCodes", { where: { codeHash: hashOf(given.code) }, limit: 1 });
    const code = found && (await store.lock("authorizationCodes", found.key));
    if (code === undefined || code.clientId !== client.id) return invalidGrant("unknown code");
    if (code.consumedAt !== null) {
      // Someone else has seen the code: the tokens issued for it become invalid (RFC 6749, 4.1.2).
      await revokeFamily(context, code.family, "reused");
      return invalidGrant("code used twice; the session is ended", code.userKey);
    }
    // Any attempt uses the code up, so that nothing can be tried on it.
    await store.save("authorizationCodes", { key: code.key, consumedAt: clock.now() });
    const fault = faultOf(code, given, clock.now());
    return fault === undefined ? redeem(context, client, code) : invalidGrant(fault, code.userKey);
  },
});

function faultOf(code: Code, { redirectUri, codeVerifier }: ExchangeInput, nowMs: number): string | undefined {
  if (code.expiresAt <= nowMs) return "expired code";
  if (code.redirectUri !== redirectUri) return "another redirect_uri than in the authorization request";
  const fits = codeVerifier.use((text) => {
    const challenge = createHash("sha256").update(text).digest("base64url");
    return verifierForm.test(text) && timingSafeEqual(Buffer.from(challenge), Buffer.from(code.codeChallenge));
  });
  return fits ? undefined : "wrong code_verifier";
}

async function redeem(context: CallContext, client: Row<"clients">, code: Code): Promise<TokenDecision> {
  const { family, scope, userKey, userVersion, nonce, createdAt, signedInAt } = code;
  const user = await context.store.get("users", userKey);
  if (user === undefined) return invalidGrant("the user is gone", userKey);
  const refusal = await whyNotAdmitted(context, user);
  if (refusal !== undefined) return refusal;
  if (userVersion !== user.tokenVersion) return invalidGrant("the user's tokens were ended", userKey);
  const provedAt = signedInAt ?? createdAt;
  const grant = await beginSession(context, { client, user, scope, door: "code", family, provedAt });
  if (!scope.split(" ").includes("openid")) return grant;
  return {
    ...grant,
    identity: { sub: userKey, clientId: client.id, nonce, sid: family, signedInAt: provedAt },
  };
}

/**
 * Exchanges an authorization code for tokens (RFC 6749, 4.1.3; RFC 7636). A code allows one attempt within a minute; a second use ends the
 * tokens issued for the first.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, INVALID_GRANT, USER_LOCKED, USER_DISABLED
 */
export async function exchangeCode(service: ServiceContext, caller: Caller, given: ExchangeInput): Promise<TokenSet> {
  return tokenSetOf(service, await invoke(decideExchange, service, caller, given));
}
