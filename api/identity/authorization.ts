import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { authorize, resumeAuthorization } from "#operations/identity/authorize.ts";
import { beginAuthorization } from "#operations/identity/begin-authorization.ts";
import type { AuthorizationParameters } from "#operations/identity/engine/authorization-request.ts";
import type { AuthorizationTurn } from "#operations/identity/engine/authorization-turn.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { handleField } from "./asked-form.ts";
import { browserFacts, withCookie } from "./attempts.ts";
import { type Form, requiredField } from "./client-credentials.ts";
import { languageOf } from "./language.ts";
import { sentCookie, signInCookie } from "./sign-in-cookie.ts";
import { signInPage } from "./sign-in-page.ts";

/** Answers an authorization request (RFC 6749, 4.1.1): the sign-in page, or the client's address with what is wrong. */
export async function answerAuthorization(call: RouteCall): Promise<RouteAnswer> {
  const { value: cookie, header } = signInCookie(call);
  const request = { ...parametersOf(call.query), cookie, browser: browserFacts(call) };
  return withCookie(drawTurn(call, await beginAuthorization(call.context, call.caller, request)), header);
}

/** Answers the form of the sign-in page: on to the client with a code (RFC 9207 names us in it), or what is asked next. */
export async function answerSignIn(call: RouteCall): Promise<RouteAnswer> {
  const { [handleField]: _handle, ...entered } = call.body as Form;
  const fields = Object.fromEntries(Object.entries(entered).map(([name, value]) => [name, new Secret(value)]));
  const handle = new Secret(requiredField(call.body as Form, handleField));
  const turn = await authorize(call.context, call.caller, { ...returning(call), handle, fields });
  // The page may have begun another sign-in, which lives as long as the first.
  return withCookie(drawTurn(call, turn, entered), signInCookie(call).header);
}

/** Answers a browser that comes back from elsewhere, with the handle that it has brought from there. */
export async function answerReturn(call: RouteCall): Promise<RouteAnswer> {
  const handle = new Secret(new URLSearchParams(call.query).get(returnParameter) ?? "");
  return drawTurn(call, await resumeAuthorization(call.context, call.caller, { ...returning(call), handle }));
}

/** The parameter of the page that brings a handle back. */
const returnParameter = "attempt";

/** @throws SIGN_IN_PAGE_EXPIRED where the browser shows no cookie */
function returning(call: RouteCall) {
  const cookie = sentCookie(call);
  if (cookie === undefined) throw new ServiceError("SIGN_IN_PAGE_EXPIRED", { detail: "no cookie" });
  return { cookie, browser: browserFacts(call) };
}

function drawTurn(call: RouteCall, turn: AuthorizationTurn, entered: Form = {}): RouteAnswer {
  if ("redirect" in turn) return redirect(turn.redirect);
  const { asked, isAgain } = turn;
  if (asked?.redirect !== undefined && !isAgain && call.method === "GET") return redirect(asked.redirect);
  return signInPage(turn, { language: languageOf(call), entered });
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
