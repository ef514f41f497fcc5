import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { withParameters } from "#domain/identity/redirect-uri.ts";
import { authorizationCodeSeconds } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { invoke } from "../invoke.ts";
import { isReturnAddress } from "./engine/authorization-request.ts";
import { admitByPassword, checkPassword } from "./engine/check-password.ts";
import { hashOf } from "./engine/client.ts";
import { untilConstantTime } from "./engine/constant-time.ts";
import { issuerOf } from "./engine/issuer.ts";
import { openHandle, type SignInPage } from "./engine/sign-in-handle.ts";
import { describeDecision, type TokenRefusal } from "./engine/token-set.ts";

const handleMaxCharacters = 8192;

const input = z.strictObject({
  handle: z.string().max(handleMaxCharacters, "is too long"),
  cookie: z.instanceof(Secret),
  username: z.string().min(1, "must not be empty"),
  password: z.instanceof(Secret, { error: "must not be empty" }),
});

type AuthorizeInput = z.output<typeof input>;

/** A code that was given, or why none was, with the page that asked for it. */
type Decision = { readonly page: SignInPage; readonly clientName: string } & (
  | { readonly code: Secret; readonly userKey: string }
  | { readonly refusal: TokenRefusal }
);

const decideAuthorization = defineOperation({
  name: "identity.authorize",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "LGAC",
    named: ({ username }) => ({ table: "users", name: username }),
    describe: ({ username }, output?: Decision) => ({ ident: username, ...describeOutput(output) }),
  },
  async prepare(context, { handle, cookie, username, password }) {
    const page = openHandle(context, handle, cookie);
    await requireUnused(context, page);
    const clientName = await nameOfClient(context, page);
    return { page, clientName, checked: await checkPassword(context, { username, password }) };
  },
  async run(context, _input, { page, clientName, checked }): Promise<Decision> {
    await requireUnused(context, page);
    const answer = await admitByPassword(context, checked, "tokens");
    if ("refused" in answer) return { page, clientName, refusal: answer };
    return { page, clientName, code: await addCode(context, page, answer.admitted), userKey: answer.admitted.key };
  },
});

/** Before the password is looked at, which would count nowhere, and again with what follows from it. */
async function requireUnused({ store }: CallContext, { page }: SignInPage): Promise<void> {
  if ((await store.get("authorizationCodes", page)) !== undefined)
    throw new ServiceError("SIGN_IN_PAGE_EXPIRED", { detail: "used before" });
}

async function nameOfClient({ store }: CallContext, page: SignInPage): Promise<string> {
  const client = await store.get("clients", page.clientId);
  if (client?.grants.includes("authorization_code") && isReturnAddress(client, page.redirectUri))
    return client.displayName ?? client.id;
  throw new ServiceError("AUTHORIZATION_INVALID", { detail: "the client has changed" });
}

async function addCode(
  { store, clock, ids }: CallContext,
  { page, clientId, redirectUri, scope, nonce, codeChallenge }: SignInPage,
  user: Row<"users">,
): Promise<Secret> {
  const code = new Secret(ids.token());
  const createdAt = clock.now();
  await store.save("authorizationCodes", {
    key: page,
    codeHash: hashOf(code),
    family: ids.guid(),
    userKey: user.key,
    userVersion: user.tokenVersion,
    clientId,
    redirectUri,
    scope,
    codeChallenge,
    nonce,
    createdAt,
    expiresAt: createdAt + authorizationCodeSeconds * 1000,
  });
  return code;
}

function describeOutput(output: Decision | undefined) {
  if (output === undefined) return {};
  return "refusal" in output ? describeDecision(output.refusal) : { actor: output.userKey, recipient: output.userKey };
}

/** What follows a sign-in: an answer to the client, or the page once more, with the reason. */
export type SignedIn =
  | { readonly redirect: string }
  | {
      readonly refused: TokenRefusal["refused"];
      readonly clientName: string;
      readonly redirectUri: string;
    };

/**
 * Signs a user in on a sign-in page and gives the address to which the browser goes with the code. The page leads to one
 * code; after a refusal it may be used again.
 * @throws SIGN_IN_PAGE_EXPIRED, AUTHORIZATION_INVALID, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export async function authorize(service: ServiceContext, caller: Caller, given: AuthorizeInput): Promise<SignedIn> {
  const startedMs = performance.now();
  const decision = await invoke(decideAuthorization, service, caller, given);
  const { page, clientName } = decision;
  if ("refusal" in decision) {
    await untilConstantTime(startedMs, service.settings);
    return { refused: decision.refusal.refused, clientName, redirectUri: page.redirectUri };
  }
  const answer = { state: page.state ?? undefined, iss: issuerOf(service.settings) };
  return { redirect: decision.code.use((code) => withParameters(page.redirectUri, { code, ...answer })) };
}
