import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { invoke } from "../invoke.ts";
import { authenticateClient, clientFields, requireGrant } from "./client.ts";
import { addGrant, sessionEnd } from "./grants.ts";
import { mayGetTokens } from "./may-get-tokens.ts";
import { describeDecision, grantedScope, type TokenDecision, type TokenSet, tokenSetOf } from "./token-set.ts";
import { clearFailures, countFailure, refusalOf } from "./user-state.ts";

const refusalStepMs = 100;

const input = z.strictObject({
  ...clientFields,
  username: z.string().min(1, "must not be empty"),
  password: z.instanceof(Secret, { error: "must not be empty" }),
  scope: z.string().optional(),
});

type SignInInput = z.output<typeof input>;

interface Prepared {
  readonly client: Row<"clients">;
  readonly scope: string;
  readonly user: Row<"users"> | undefined;
  readonly verified: boolean;
}

const decideSignIn = defineOperation<SignInInput, TokenDecision, Prepared>({
  name: "identity.signIn",
  operationType: "SIGN_IN",
  input,
  policies: [],
  callers: ["anonymous"],
  audit: {
    operation: "LGIN",
    describe: ({ username }, decision) => ({ ident: username.slice(0, 200), ...describeDecision(decision) }),
  },
  async prepare(context, { username, password, scope, ...named }) {
    const client = await authenticateClient(context, named);
    requireGrant(client, "password");
    const granted = grantedScope(scope);
    const [user] = await context.store.select("users", { where: { id: username }, limit: 1 });
    const verified = await context.passwords.verify(user?.passwordHash ?? null, password, context.caller.ip);
    return { client, scope: granted, user, verified };
  },
  async run(context, _input, { client, scope, user: before, verified }) {
    const user = before && (await context.store.lock("users", before.key));
    if (user === undefined) return { refused: "INVALID_GRANT", reason: "unknown user" };
    const unchanged = user.passwordHash === before?.passwordHash;
    if (!verified || !unchanged) {
      await countFailure(context, user);
      return { refused: "INVALID_GRANT", reason: "wrong password", userKey: user.key };
    }
    return admit(context, { client, scope, user });
  },
});

async function admit(
  context: CallContext,
  { client, scope, user }: { client: Row<"clients">; scope: string; user: Row<"users"> },
): Promise<TokenDecision> {
  const refused = refusalOf(user, context.clock.now());
  if (refused !== undefined) return { refused, reason: "right password", userKey: user.key };
  const decision = await mayGetTokens(context, user);
  if (!decision.allowed) return { refused: "INVALID_GRANT", reason: decision.reason, userKey: user.key };
  await clearFailures(context, user);
  const family = context.ids.guid();
  const token = await addGrant(context, {
    family,
    userKey: user.key,
    clientId: client.id,
    scope,
    expiresAt: sessionEnd(context),
  });
  const granted = { sub: user.key, gid: family, ver: user.tokenVersion, client_id: client.id, scope };
  return client.grants.includes("refresh_token") ? { granted, refreshToken: token } : { granted };
}

/**
 * Signs a user in with name and password and gives tokens. Whatever is wrong with name or password, or with the right to
 * sign in, is one refusal, in text and in time.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, INVALID_GRANT, USER_LOCKED, USER_DISABLED, SIGN_IN_BUSY
 */
export async function signIn(service: ServiceContext, caller: Caller, given: SignInInput): Promise<TokenSet> {
  const startedMs = performance.now();
  const decision = await invoke(decideSignIn, service, caller, given);
  if ("refused" in decision) await untilEvenTime(startedMs);
  return tokenSetOf(service, decision);
}

// An unknown user costs a row less than a wrong password; answering refusals only at full steps hides the difference.
async function untilEvenTime(startedMs: number): Promise<void> {
  const elapsedMs = performance.now() - startedMs;
  await sleep(Math.ceil(elapsedMs / refusalStepMs) * refusalStepMs - elapsedMs);
}
