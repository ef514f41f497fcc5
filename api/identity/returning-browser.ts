import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { BrowserOfPage, EnteredOnPage } from "#operations/sign-in/engine/page-turn.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { handleField } from "./asked-form.ts";
import { browserFacts } from "./attempts.ts";
import { type Form, requiredField } from "./client-credentials.ts";
import { sentCookie } from "./sign-in-cookie.ts";

/** Name of the parameter that brings the handle of a sign-in back from elsewhere. */
export const attemptParameter = "attempt";

/**
 * Returns the browser that comes back to its page, identified by its cookie.
 * @throws SIGN_IN_PAGE_EXPIRED if it sends none
 */
export function returningBrowser(call: RouteCall): BrowserOfPage {
  const cookie = sentCookie(call);
  if (cookie === undefined) throw new ServiceError("SIGN_IN_PAGE_EXPIRED", { detail: "no cookie" });
  return { cookie, browser: browserFacts(call) };
}

/**
 * Returns the values that were entered into the form of a step.
 * @throws INPUT_INVALID if it names no sign-in
 */
export function enteredOnForm(form: Form): Pick<EnteredOnPage, "handle" | "fields"> {
  const { [handleField]: _handle, ...entered } = form;
  return {
    handle: new Secret(requiredField(form, handleField)),
    fields: Object.fromEntries(Object.entries(entered).map(([name, value]) => [name, new Secret(value)])),
  };
}

/** Redirects a browser. 303: whatever its method was, it continues with GET (RFC 9700, 4.12). */
export function redirectTo(location: string): RouteAnswer {
  return { status: 303, headers: { location } };
}
