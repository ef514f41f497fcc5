import { escapeHtml } from "#domain/escape-html.ts";
import { passwordLinkField, passwordLinkPath } from "#domain/identity/password-link.ts";

import type { RouteAnswer } from "../route.ts";
import { errorPage, page } from "./page.ts";

const title = "Choose a password";

/** Content of the page on which a user chooses a password. */
export interface PasswordView {
  /** Secret of the link. */
  readonly link: string;
  /** Reasons why the last attempt was refused. */
  readonly alerts?: readonly string[];
}

/** Returns the page on which a user with a link chooses a password. It is the same for every link, valid or not. */
export function passwordPage({ link, alerts = [] }: PasswordView): RouteAnswer {
  const main = `<h1>${title}</h1>
      ${alerts.map((alert) => `<p role="alert">${escapeHtml(alert)}</p>`).join("\n      ")}
      <form method="post" action="${passwordLinkPath}">
        <input type="hidden" name="${passwordLinkField}" value="${escapeHtml(link)}" />
        <label for="password">New password</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required autofocus />
        <label for="again">The same again</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required />
        <button type="submit">Set the password</button>
      </form>
      <small>The link is good once.</small>`;
  return page({ status: alerts.length === 0 ? 200 : 400, title, main, formAction: "'self'" });
}

/** Returns the page that confirms the new password. */
export function passwordSetPage(): RouteAnswer {
  const main = `<h1>Your password is set</h1>
      <p>Sign in with it from now on. Whoever was signed in as you is not any more.</p>`;
  return page({ status: 200, title: "Your password is set", main, formAction: "'none'" });
}

/** Page of any error, since a person reads it. */
export const passwordErrorPage = errorPage("The password cannot be set");
