import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { invoke } from "../invoke.ts";
import { admitByPassword, type CheckedPassword, checkPassword } from "./check-password.ts";
import { authenticateClient, clientFields, requireGrant } from "./client.ts";
import { untilEvenTime } from "./even-time.ts";
import { addGrant, sessionEnd } from "./grants.ts";
import { describeDecision, grantedScope, type TokenDecision, type TokenSet, tokenSetOf } from "./token-set.ts";

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
  readonly checked: CheckedPassword;
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
    return { client, scope: granted, checked: await checkPassword(context, { username, password }) };
  },
  async run(context, _input, { client, scope, checked }) {
    const answer = await admitByPassword(context, checked);
    return "refused" in answer ? answer : beginSession(context, { client, scope, user: answer.admitted });
  },
});

async function beginSession(
  context: CallContext,
  { client, user, scope }: { client: Row<"clients">; scope: string; user: Row<"users"> },
): Promise<TokenDecision> {
  const family = context.ids.guid();
  const granted = { sub: user.key, gid: family, ver: user.tokenVersion, client_id: client.id, scope };
  const expiresAt = sessionEnd(context);
  const refreshToken = await addGrant(context, { family, userKey: user.key, clientId: client.id, scope, expiresAt });
  return client.grants.includes("refresh_token") ? { granted, refreshToken } : { granted };
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
