import { pageTexts } from "#domain/chains/page-texts.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import type { FollowedReset } from "#operations/sign-in/engine/follow-reset.ts";
import type { StepOfPage } from "#operations/sign-in/engine/page-turn.ts";

import type { RouteAnswer } from "../route.ts";
import type { PageLanguage } from "./language.ts";
import { errorPage, page } from "./page.ts";
import { stepPage, type StepView } from "./step-page.ts";

/** Where somebody who has forgotten a password chooses another one. */
export const forgottenPasswordPath = "/identity/connect/forgot-password";

/** The page on which somebody proves who they are and chooses another password. */
export function forgottenPasswordPage(step: StepOfPage, view: StepView): RouteAnswer {
  const { forgottenPassword: title, backToBeginning: ended } = pageTexts;
  return stepPage(step, { title, ended, action: forgottenPasswordPath, formAction: "'self'" }, view);
}

/** The page that says what has become of the password, and leads back to where the person came from. */
export function followedResetPage({ state, message, returnTo }: FollowedReset, language: PageLanguage): RouteAnswer {
  const title = pageTexts[titles[state]][language];
  const told = message ?? pageTexts[words[state]][language];
  const back =
    returnTo === null
      ? pageTexts.closeWindow[language]
      : `<a href="${escapeHtml(`${returnTo}/`)}">${escapeHtml(`${pageTexts.backTo[language]} ${returnTo}`)}</a>`;
  const main = `<h1>${escapeHtml(title)}</h1>
      <p${state === "refused" ? ' role="alert"' : ""}>${escapeHtml(told)}</p>
      <p>${back}</p>`;
  return page({ status: state === "refused" ? 409 : 200, title, main, formAction: "'none'", language });
}

const titles = { set: "passwordSet", underWay: "passwordUnderWay", refused: "passwordRefused" } as const;
const words = {
  set: "signInWithIt",
  underWay: "passwordLater",
  refused: "chooseAnother",
} as const;

/** Any error of it as a page, since a person reads it. */
export const forgottenPasswordErrorPage = errorPage(stepTexts.choosePassword.en);
