import { Secret } from "#connectors/contract/index.ts";
import { type PageText, pageTexts } from "#domain/chains/page-texts.ts";
import { ServiceError } from "#domain/errors.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import { logOut } from "#operations/identity/log-out.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import type { Form } from "./client-credentials.ts";
import { endpoints } from "./discovery.ts";
import { languageOf } from "./language.ts";
import { errorPage, page } from "./page.ts";
import { formActionOf } from "./sign-in-page.ts";

const confirmed = "confirmed";

/** Answers an application that signs a user out, by an address or a form: a redirect to its address, or a page that confirms it. */
export async function answerLogOut(call: RouteCall): Promise<RouteAnswer> {
  const given = call.method === "POST" ? (call.body as Form) : parametersOf(call.query);
  const { id_token_hint: hint, client_id: clientId, post_logout_redirect_uri: returnTo, state } = given;
  const { isKnown, clientName, redirect } = await logOut(call.context, call.caller, {
    ...(hint !== undefined && { idToken: new Secret(hint) }),
    ...(clientId !== undefined && { clientId }),
    ...(returnTo !== undefined && { returnTo }),
    ...(state !== undefined && { state }),
  });
  // Without the token of a session it is not known that the caller is the user who is signed in.
  if (!isKnown && given[confirmed] === undefined) return confirmation(call, given, clientName);
  if (redirect !== null) return { status: 303, headers: { location: redirect } };
  return simplePage(call, "signedOut", `<p>${text(call, "closeWindow")}</p>`);
}

/** Page of any error of signing out, since a person reads it. */
export const logOutErrorPage = errorPage("Signing out is not possible");

const kept = ["client_id", "post_logout_redirect_uri", "state"];

function confirmation(call: RouteCall, given: Form, clientName: string | null): RouteAnswer {
  const fields = kept.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  const hidden = [...fields, [confirmed, "yes"] as const].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}" />`,
  );
  const of = clientName === null ? "" : ` <strong>${escapeHtml(clientName)}</strong>`;
  const main = `<p>${text(call, "signOutOf")}${of}</p>
      <form method="post" action="${endpoints.end_session_endpoint}">
        ${hidden.join("\n        ")}
        <button type="submit">${text(call, "signOut")}</button>
      </form>`;
  const { post_logout_redirect_uri: returnTo } = given;
  return simplePage(call, "signOut", main, returnTo === undefined ? "'self'" : formActionOf(returnTo));
}

function simplePage(call: RouteCall, name: PageText, main: string, formAction = "'none'"): RouteAnswer {
  const title = text(call, name);
  return page({
    status: 200,
    title,
    main: `<h1>${title}</h1>
      ${main}`,
    formAction,
    language: languageOf(call),
  });
}

function text(call: RouteCall, name: PageText): string {
  return escapeHtml(pageTexts[name][languageOf(call)]);
}

function parametersOf(query: string): Form {
  const given: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (Object.hasOwn(given, name)) throw new ServiceError("LOGOUT_INVALID", { detail: `${name} occurs twice` });
    given[name] = value;
  }
  return given;
}
