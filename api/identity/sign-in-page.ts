import { pageTexts } from "#domain/chains/page-texts.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import type { AuthorizationPage } from "#operations/sign-in/engine/authorization-turn.ts";
import { passwordField } from "#operations/sign-in/engine/fields.ts";

import type { RouteAnswer } from "../route.ts";
import { forgottenPasswordPath } from "./forgotten-password-page.ts";
import { errorPage } from "./page.ts";
import { type StepFrame, stepPage, type StepView } from "./step-page.ts";

/** Path to which the form of the page is sent. */
export const signInPath = "/identity/connect/sign-in";

/** Style sheet of the pages. It is a file because a page may hold no style of its own. */
export const styleSheet = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; background: #f2f4f7; color: #1a2433; }
main { max-width: 22rem; margin: 12vh auto 0; padding: 2rem; background: #fff; border: 1px solid #d5dbe3; border-radius: 0.5rem; }
h1 { margin: 0 0 0.25rem; font-size: 1.5rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input, select { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; border: 1px solid #6b7889; border-radius: 0.25rem; }
button { width: 100%; margin-top: 1.5rem; padding: 0.6rem; font: inherit; font-weight: 600; color: #fff; background: #1f5fbf; border: 0; border-radius: 0.25rem; }
[role="alert"] { padding: 0.5rem 0.75rem; color: #7a1420; background: #fdecee; border-radius: 0.25rem; }
small { display: block; margin-top: 1rem; color: #4d5a6b; overflow-wrap: anywhere; }
`;

/** Returns the sign-in page: the fields of the step, as one form that is sent to this service only. */
export function signInPage(shown: AuthorizationPage, view: StepView): RouteAnswer {
  const { clientName, redirectUri, asked } = shown;
  const { language } = view;
  const { origin } = new URL(redirectUri);
  const asksPassword = asked?.fields.some(({ name }) => name === passwordField.name) === true;
  const forgotten = `<p><a href="${forgottenPasswordPath}">${pageTexts.forgottenPassword[language]}</a></p>
      `;
  const frame: StepFrame = {
    title: stepTexts.signIn,
    ended: pageTexts.backToApplication,
    action: signInPath,
    formAction: formActionOf(redirectUri),
    intro: `<p>${pageTexts.goOnTo[language]} <strong>${escapeHtml(clientName)}</strong></p>`,
    foot: `${asksPassword ? forgotten : ""}<small>${pageTexts.returnTo[language]} ${escapeHtml(origin)}.</small>`,
  };
  return stepPage(shown, frame, view);
}

/** Page of any error of the sign-in, since a person reads it. */
export const signInErrorPage = errorPage("Signing in is not possible");

/** Returns the targets of the forms of a page that leads to a client, as sources of the content security policy. */
export function formActionOf(redirectUri: string): string {
  const { origin } = new URL(redirectUri);
  // Browsers apply form-action to the redirect behind a form too, and their grammar knows no address in brackets.
  return `'self' ${origin.includes("[") ? "http:" : origin}`;
}
