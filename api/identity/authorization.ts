import { Secret } from "#connectors/contract/index.ts";
import type { AuthorizationParameters } from "#operations/identity/engine/authorization-request.ts";
import { authorize, resumeAuthorization } from "#operations/sign-in/authorize.ts";
import { beginAuthorization } from "#operations/sign-in/begin-authorization.ts";
import type { AuthorizationTurn } from "#operations/sign-in/engine/authorization-turn.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { browserFacts, withCookie } from "./attempts.ts";
import type { Form } from "./client-credentials.ts";
import { languageOf } from "./language.ts";
import { attemptParameter, enteredOnForm, redirectTo, returningBrowser } from "./returning-browser.ts";
import { signInCookie } from "./sign-in-cookie.ts";
import { signInPage } from "./sign-in-page.ts";

/**
 * Answers an authorization request (RFC 6749, 4.1.1), by address or by form (OpenID Connect Core, 3.1.2.1): the sign-in
 * page, or a redirect to the client's address with the error.
 */
export async function answerAuthorization(call: RouteCall): Promise<RouteAnswer> {
  const { value: cookie, header } = signInCookie(call);
  const parameters = call.method === "POST" ? { given: call.body as Form, repeated: [] } : parametersOf(call.query);
  const request = { ...parameters, cookie, browser: browserFacts(call) };
  return withCookie(drawBeginning(call, await beginAuthorization(call.context, call.caller, request)), header);
}

/** Answers the form of the sign-in page: a redirect to the client with a code (RFC 9207 names us in it), or the next step. */
export async function answerSignIn(call: RouteCall): Promise<RouteAnswer> {
  const form = call.body as Form;
  const turn = await authorize(call.context, call.caller, { ...returningBrowser(call), ...enteredOnForm(form) });
  // The page may have begun another sign-in, which lives as long as the first.
  return withCookie(drawTurn(call, turn, form), signInCookie(call).header);
}

/** Answers a browser that comes back from elsewhere, with the handle that it has brought from there. */
export async function answerReturn(call: RouteCall): Promise<RouteAnswer> {
  const handle = new Secret(new URLSearchParams(call.query).get(attemptParameter) ?? "");
  return drawTurn(call, await resumeAuthorization(call.context, call.caller, { ...returningBrowser(call), handle }));
}

/** Redirects to another service that asks the next step: the form of a client may lead there, and one of our own pages may not. */
function drawBeginning(call: RouteCall, turn: AuthorizationTurn): RouteAnswer {
  const elsewhere = "redirect" in turn || turn.isAgain ? undefined : turn.asked?.redirect;
  return elsewhere === undefined ? drawTurn(call, turn) : redirectTo(elsewhere);
}

function drawTurn(call: RouteCall, turn: AuthorizationTurn, entered: Form = {}): RouteAnswer {
  if ("redirect" in turn) return redirectTo(turn.redirect);
  const { asked, isAgain } = turn;
  if (asked?.redirect !== undefined && !isAgain && call.method === "GET") return redirectTo(asked.redirect);
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
