import { escapeHtml } from "#domain/escape-html.ts";

import type { RouteAnswer } from "../route.ts";
import { errorPage, page } from "./page.ts";

/** Where the form of the page is sent. */
export const signInPath = "/identity/connect/sign-in";

/** The style of the pages; it is a file because a page may hold none of its own. */
export const styleSheet = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; background: #f2f4f7; color: #1a2433; }
main { max-width: 22rem; margin: 12vh auto 0; padding: 2rem; background: #fff; border: 1px solid #d5dbe3; border-radius: 0.5rem; }
h1 { margin: 0 0 0.25rem; font-size: 1.5rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; border: 1px solid #6b7889; border-radius: 0.25rem; }
button { width: 100%; margin-top: 1.5rem; padding: 0.6rem; font: inherit; font-weight: 600; color: #fff; background: #1f5fbf; border: 0; border-radius: 0.25rem; }
[role="alert"] { padding: 0.5rem 0.75rem; color: #7a1420; background: #fdecee; border-radius: 0.25rem; }
small { display: block; margin-top: 1rem; color: #4d5a6b; overflow-wrap: anywhere; }
`;

/** What the sign-in page shows. */
export interface SignInView {
  readonly handle: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly username?: string;
  /** Why the last try was refused. */
  readonly alert?: string;
}

/** The sign-in page: one form, which works without a script and is sent to this service only. */
export function signInPage({ handle, clientName, redirectUri, username = "", alert }: SignInView): RouteAnswer {
  const { origin } = new URL(redirectUri);
  const main = `<h1>Sign in</h1>
      <p>to go on to <strong>${escapeHtml(clientName)}</strong></p>
      ${alert === undefined ? "" : `<p role="alert">${escapeHtml(alert)}</p>`}
      <form method="post" action="${signInPath}">
        <input type="hidden" name="handle" value="${escapeHtml(handle)}" />
        <label for="username">User name</label>
        <input id="username" name="username" value="${escapeHtml(username)}" autocomplete="username" required autofocus />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button type="submit">Sign in</button>
      </form>
      <small>You will return to ${escapeHtml(origin)}.</small>`;
  return page({ status: alert === undefined ? 200 : 400, title: "Sign in", main, formAction: formAction(origin) });
}

/** Any error of the sign-in as a page, since a person reads it. */
export const signInErrorPage = errorPage("Signing in is not possible");

// Browsers hold the redirect behind a form to its form-action too, and their grammar knows no address in brackets.
function formAction(origin: string): string {
  return `'self' ${origin.includes("[") ? "http:" : origin}`;
}
