import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";

import { requirePasswordAlone } from "../chains/engine/require-password-alone.ts";
import type { Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { idNamed } from "../kernel/named-user.ts";
import { beginSession } from "./engine/begin-session.ts";
import { admitByPassword, checkPassword } from "./engine/check-password.ts";
import { authenticateClient, clientFields, requireGrant } from "./engine/client.ts";
import { untilConstantTime } from "./engine/constant-time.ts";
import { grantedScope } from "./engine/granted-scope.ts";
import { describeDecision, type TokenDecision, type TokenSet, tokenSetOf } from "./engine/token-set.ts";

const input = z.strictObject({
  ...clientFields,
  username: z.string().min(1, "must not be empty"),
  password: z.instanceof(Secret, { error: "must not be empty" }),
  scope: z.string().optional(),
});

type SignInInput = z.output<typeof input>;

const decideSignIn = defineOperation({
  name: "identity.signIn",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "LGIN",
    named: ({ username }) => ({ table: "users", name: username }),
    describe: ({ username }, decision?: TokenDecision) => ({ ident: username, ...describeDecision(decision) }),
  },
  async prepare(context, { username, password, scope: asked, ...named }) {
    const client = requireGrant(await authenticateClient(context, named), "password");
    const scope = grantedScope(asked, client, "password");
    const userName = await idNamed(context, username);
    const alone = await requirePasswordAlone(context, { door: "token", checkedClient: client.id, userName });
    return { client, scope, alone, checked: await checkPassword(context, { username: userName, password }) };
  },
  async run(context, _input, { client, scope, alone, checked }): Promise<TokenDecision> {
    const answer = await admitByPassword(context, checked, { gift: "tokens", alone });
    if ("refused" in answer) return answer;
    const family = context.ids.guid();
    return beginSession(context, { client, user: answer.admitted, scope, door: "password", family });
  },
});

/**
 * Signs a user in with name and password and returns tokens. Every fault of name, password or permission gives the same refusal, in text
 * and in time. If the chain asks for more than a password, no one can sign in like this.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID, SIGN_IN_INTERACTIVE, INVALID_GRANT, USER_LOCKED, USER_DISABLED, SIGN_IN_BUSY,
 * SIGN_IN_TARGET_AWAY
 */
export async function signIn(service: ServiceContext, caller: Caller, given: SignInInput): Promise<TokenSet> {
  const startedMs = performance.now();
  const decision = await invoke(decideSignIn, service, caller, given);
  if ("refused" in decision) await untilConstantTime(startedMs, service.settings);
  return tokenSetOf(service, decision);
}
