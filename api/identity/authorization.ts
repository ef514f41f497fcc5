import { Secret } from "#connectors/contract/index.ts";
import { errors, ServiceError } from "#domain/errors.ts";
import { authorize } from "#operations/identity/authorize.ts";
import { beginAuthorization } from "#operations/identity/begin-authorization.ts";
import type { AuthorizationParameters } from "#operations/identity/engine/authorization-request.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { type Form, requiredField } from "./client-credentials.ts";
import { sentCookie, signInCookie } from "./sign-in-cookie.ts";
import { signInPage } from "./sign-in-page.ts";

const wrongPassword = "The user name or password is wrong, or the user may not sign in here.";

/** Answers an authorization request (RFC 6749, 4.1.1): the sign-in page, or the client's address with what is wrong. */
export async function answerAuthorization(call: RouteCall): Promise<RouteAnswer> {
  const { value: cookie, header } = signInCookie(call);
  const next = await beginAuthorization(call.context, call.caller, { ...parametersOf(call.query), cookie });
  if ("redirect" in next) return redirect(next.redirect);
  const answer = signInPage(next);
  return { ...answer, headers: { ...answer.headers, "set-cookie": header } };
}

/** Answers the form of the sign-in page: on to the client with a code (RFC 9207 names us in it), or the page once more. */
export async function answerSignIn(call: RouteCall): Promise<RouteAnswer> {
  const form = call.body as Form;
  const cookie = sentCookie(call);
  if (cookie === undefined) throw new ServiceError("SIGN_IN_PAGE_EXPIRED", { detail: "no cookie" });
  const handle = requiredField(form, "handle");
  const username = requiredField(form, "username");
  const password = new Secret(requiredField(form, "password"));
  const signedIn = await authorize(call.context, call.caller, { handle, cookie, username, password });
  if ("redirect" in signedIn) return redirect(signedIn.redirect);
  const { refused, clientName, redirectUri } = signedIn;
  const alert = refused === "INVALID_GRANT" ? wrongPassword : errors[refused].message;
  return signInPage({ handle, clientName, redirectUri, username, alert });
}

function parametersOf(query: string): AuthorizationParameters {
  const given = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (given.has(name)) repeated.add(name);
    given.set(name, value);
  }
  return { given: Object.fromEntries(given), repeated: [...repeated] };
}

// 303: whatever brought the browser here, it goes on with GET (RFC 9700, 4.12).
function redirect(location: string): RouteAnswer {
  return { status: 303, headers: { location } };
}
