import { Secret } from "#connectors/contract/index.ts";
import type { GrantType } from "#domain/identity/token-grants.ts";
import { actForItself } from "#operations/identity/act-for-itself.ts";
import type { TokenSet } from "#operations/identity/engine/token-set.ts";
import { exchangeCode } from "#operations/identity/exchange-code.ts";
import { refresh } from "#operations/identity/refresh.ts";
import { signIn } from "#operations/identity/sign-in.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { clientOf, type Form, requiredField } from "./client-credentials.ts";
import { tokenHeaders } from "./oauth-errors.ts";

type Grant = (call: RouteCall, form: Form) => Promise<TokenSet>;

const grants: Readonly<Record<GrantType, Grant>> = {
  password: (call, form) =>
    signIn(call.context, call.caller, {
      ...clientOf(call, form),
      ...scopeOf(form),
      username: requiredField(form, "username"),
      password: new Secret(requiredField(form, "password")),
    }),
  refresh_token: (call, form) =>
    refresh(call.context, call.caller, {
      ...clientOf(call, form),
      ...scopeOf(form),
      refreshToken: new Secret(requiredField(form, "refresh_token")),
    }),
  client_credentials: (call, form) =>
    actForItself(call.context, call.caller, { ...clientOf(call, form), ...scopeOf(form) }),
  authorization_code: (call, form) =>
    exchangeCode(call.context, call.caller, {
      ...clientOf(call, form),
      code: new Secret(requiredField(form, "code")),
      redirectUri: requiredField(form, "redirect_uri"),
      codeVerifier: new Secret(requiredField(form, "code_verifier")),
    }),
};

/** Answers a token request (RFC 6749, 3.2). */
export async function answerToken(call: RouteCall): Promise<RouteAnswer> {
  const form = call.body as Form;
  const type = requiredField(form, "grant_type");
  if (!Object.hasOwn(grants, type)) {
    const description = `grant_type must be one of: ${Object.keys(grants).join(", ")}.`;
    const body = { error: "unsupported_grant_type", error_description: description };
    return { status: 400, headers: tokenHeaders, body };
  }
  return { status: 200, headers: tokenHeaders, body: presentTokens(await grants[type as GrantType](call, form)) };
}

function scopeOf({ scope }: Form): { readonly scope?: string } {
  return scope === undefined ? {} : { scope };
}

/** Returns a set of tokens as clients read it (RFC 6749, 5.1). */
export function presentTokens({ accessToken, refreshToken, idToken, expiresInSeconds, scope }: TokenSet) {
  const clear = (secret: Secret) => secret.use((text) => text);
  return {
    access_token: clear(accessToken),
    token_type: "Bearer",
    expires_in: expiresInSeconds,
    scope,
    ...(refreshToken === undefined ? {} : { refresh_token: clear(refreshToken) }),
    ...(idToken === undefined ? {} : { id_token: clear(idToken) }),
  };
}
