import { pageTexts } from "#domain/chains/page-texts.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import type { FollowedReset } from "#operations/sign-in/engine/follow-reset.ts";
import type { StepOfPage } from "#operations/sign-in/engine/page-turn.ts";

import type { RouteAnswer } from "../route.ts";
import type { PageLanguage } from "./language.ts";
import { errorPage, page } from "./page.ts";
import { stepPage, type StepView } from "./step-page.ts";

/** Path on which a user who has forgotten a password chooses another one. */
export const forgottenPasswordPath = "/identity/connect/forgot-password";

/** Returns the page on which a user proves their identity and chooses another password. */
export function forgottenPasswordPage(step: StepOfPage, view: StepView): RouteAnswer {
  const { forgottenPassword: title, backToBeginning: ended } = pageTexts;
  return stepPage(step, { title, ended, action: forgottenPasswordPath, formAction: "'self'" }, view);
}

/** Returns the page that shows the result of a password reset, and leads back to the page before. */
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

/** Page of any error of a reset, since a person reads it. */
export const forgottenPasswordErrorPage = errorPage(stepTexts.choosePassword.en);
