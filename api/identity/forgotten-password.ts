import { Secret } from "#connectors/contract/index.ts";
import { ModuleName } from "#domain/module-name.ts";
import {
  answerForgottenPassword,
  beginForgottenPassword,
  type ForgottenPasswordTurn,
  resumeForgottenPassword,
} from "#operations/sign-in/forgotten-password.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { handleField } from "./asked-form.ts";
import { browserFacts, withCookie } from "./attempts.ts";
import type { Form } from "./client-credentials.ts";
import { followedResetPage, forgottenPasswordPage } from "./forgotten-password-page.ts";
import { languageOf } from "./language.ts";
import { attemptParameter, enteredOnForm, redirectTo, returningBrowser } from "./returning-browser.ts";
import { signInCookie } from "./sign-in-cookie.ts";

/** Answers a browser that opens the page by a link, or comes back to it from elsewhere with a handle. */
export async function answerForgottenPasswordPage(call: RouteCall): Promise<RouteAnswer> {
  const handle = new URLSearchParams(call.query).get(attemptParameter);
  if (handle === null) return begin(call);
  const returning = { ...returningBrowser(call), handle: new Secret(handle) };
  return draw(call, await resumeForgottenPassword(call.context, callerOf(call), returning));
}

/**
 * Answers a form: that of another page, which begins a reset, or that of a step. The browser names the page that the
 * first one comes from.
 */
export async function answerForgottenPasswordForm(call: RouteCall): Promise<RouteAnswer> {
  const form = call.body as Form;
  if (!Object.hasOwn(form, handleField)) return begin(call);
  const turn = await answerForgottenPassword(call.context, callerOf(call), {
    ...returningBrowser(call),
    ...enteredOnForm(form),
  });
  // The page may have begun another attempt, which lives as long as the first.
  return withCookie(draw(call, turn, form), signInCookie(call).header);
}

async function begin(call: RouteCall): Promise<RouteAnswer> {
  const { value: cookie, header } = signInCookie(call);
  const turn = await beginForgottenPassword(call.context, callerOf(call), { cookie, browser: browserFacts(call) });
  return withCookie(draw(call, turn), header);
}

/** Returns the caller with the user interface as module, because the user acts on a page of ours. */
function callerOf({ caller }: RouteCall): RouteCall["caller"] {
  return { ...caller, module: ModuleName.Ui };
}

function draw(call: RouteCall, turn: ForgottenPasswordTurn, entered: Form = {}): RouteAnswer {
  if ("followed" in turn) return followedResetPage(turn.followed, languageOf(call));
  if (turn.asked?.redirect !== undefined && !turn.isAgain && call.method === "GET")
    return redirectTo(turn.asked.redirect);
  return forgottenPasswordPage(turn, { language: languageOf(call), entered });
}
