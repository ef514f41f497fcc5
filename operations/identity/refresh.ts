import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { whyNotAdmitted } from "./engine/check-password.ts";
import { authenticateClient, clientFields, requireGrant } from "./engine/client.ts";
import { narrowedScope } from "./engine/granted-scope.ts";
import { addGrant, findGrant, revokeFamily } from "./engine/grants.ts";
import { describeDecision, invalidGrant, type TokenDecision, type TokenSet, tokenSetOf } from "./engine/token-set.ts";

const input = z.strictObject({
  ...clientFields,
  refreshToken: z.instanceof(Secret, { error: "must not be empty" }),
  /** Part of the refresh token's scope. */
  scope: z.string().optional(),
});

type RefreshInput = z.output<typeof input>;
type Grant = Row<"persistedGrants">;

const decideRefresh = defineOperation<RefreshInput, TokenDecision, Row<"clients">>({
  name: "identity.refresh",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "LREF",
    named: ({ clientId }) => ({ table: "clients", name: clientId }),
    describe: (_input, decision) => describeDecision(decision),
  },
  prepare: async (context, named) => requireGrant(await authenticateClient(context, named), "refresh_token"),
  async run(context, { refreshToken, scope }, client) {
    const found = await findGrant(context, refreshToken);
    const grant = found && (await context.store.lock("persistedGrants", found.key));
    if (grant === undefined || grant.clientId !== client.id) return invalidGrant("unknown refresh token");
    const unusable = await whyUnusable(context, grant);
    return unusable === undefined ? rotate(context, grant, scope) : invalidGrant(unusable, grant.userKey);
  },
});

async function whyUnusable(context: CallContext, grant: Grant): Promise<string | undefined> {
  if (grant.revokedAt !== null) return "revoked refresh token";
  if (grant.expiresAt <= context.clock.now()) return "expired refresh token";
  if ((await context.store.get("revokedTokens", grant.family)) !== undefined) {
    await revokeFamily(context, grant.family, "revoked");
    return "session ended at another node";
  }
  if (grant.consumedAt === null) return undefined;
  // Someone used a copy, the owner or a thief: neither may continue.
  await revokeFamily(context, grant.family, "reused");
  return "refresh token used twice; the session is ended";
}

async function rotate(context: CallContext, grant: Grant, asked: string | undefined): Promise<TokenDecision> {
  const { key, family, userKey, userVersion, clientId, scope, expiresAt } = grant;
  const narrowed = narrowedScope(asked, scope);
  const user = await context.store.get("users", userKey);
  if (user === undefined) return invalidGrant("the user is gone", userKey);
  const refusal = await whyNotAdmitted(context, user);
  if (refusal !== undefined) return refusal;
  if (userVersion !== user.tokenVersion) return invalidGrant("the user's tokens were ended", userKey);
  await context.store.save("persistedGrants", { key, consumedAt: context.clock.now() });
  const refreshToken = await addGrant(context, { family, userKey, userVersion, clientId, scope, expiresAt });
  const granted = { sub: userKey, gid: family, ver: user.tokenVersion, client_id: clientId, scope: narrowed };
  return { granted, refreshToken };
}

/**
 * Exchanges a refresh token for new tokens; each is good for one use, and a second use ends the session.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID, INVALID_GRANT, USER_LOCKED, USER_DISABLED
 */
export async function refresh(service: ServiceContext, caller: Caller, given: RefreshInput): Promise<TokenSet> {
  return tokenSetOf(service, await invoke(decideRefresh, service, caller, given));
}
