import { Secret } from "#connectors/contract/index.ts";
import { refresh } from "#operations/identity/refresh.ts";
import { signIn } from "#operations/identity/sign-in.ts";
import type { TokenSet } from "#operations/identity/token-set.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { clientOf, type Form, requiredField } from "./client-credentials.ts";
import { inOAuth } from "./oauth-errors.ts";

type Grant = (call: RouteCall, form: Form) => Promise<TokenSet>;

const grants: Readonly<Record<string, Grant>> = {
  password: (call, form) =>
    signIn(call.context, call.caller, {
      ...clientOf(call, form),
      username: requiredField(form, "username"),
      password: new Secret(requiredField(form, "password")),
      ...(form["scope"] === undefined ? {} : { scope: form["scope"] }),
    }),
  refresh_token: (call, form) =>
    refresh(call.context, call.caller, {
      ...clientOf(call, form),
      refreshToken: new Secret(requiredField(form, "refresh_token")),
    }),
};

/** Answers a token request (RFC 6749): the grants `password` and `refresh_token`. */
export function answerToken(call: RouteCall): Promise<RouteAnswer> {
  return inOAuth(call, async () => {
    const form = call.body as Form;
    const type = requiredField(form, "grant_type");
    const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
    if (grant === undefined) {
      const description = `grant_type must be one of: ${Object.keys(grants).join(", ")}.`;
      return { status: 400, body: { error: "unsupported_grant_type", error_description: description } };
    }
    return { status: 200, headers: { pragma: "no-cache" }, body: present(await grant(call, form)) };
  });
}

function present({ accessToken, refreshToken, expiresInSeconds, scope }: TokenSet) {
  const clear = (secret: Secret) => secret.use((text) => text);
  return {
    access_token: clear(accessToken),
    token_type: "Bearer",
    expires_in: expiresInSeconds,
    scope,
    ...(refreshToken === undefined ? {} : { refresh_token: clear(refreshToken) }),
  };
}
