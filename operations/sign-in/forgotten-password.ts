import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import type { Asked } from "#domain/chains/asked-fields.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { ServiceError } from "#domain/errors.ts";

import type { Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { answerSignIn } from "./answer.ts";
import { beginSignIn } from "./begin.ts";
import { openAttempt } from "./engine/attempts.ts";
import { type FollowedReset, followReset } from "./engine/follow-reset.ts";
import {
  type BrowserOfPage,
  deniedText,
  type EnteredOnPage,
  type ReturningBrowser,
  shownAgain,
  type StandingSignIn,
  type StepOfPage,
  stepOfPage,
  whileOpen,
} from "./engine/page-turn.ts";

const aim = "newPassword";

/** Content of the page for a forgotten password: a step, or the progress of the new password. */
export type ForgottenPasswordTurn = StepOfPage | { readonly followed: FollowedReset };

const pageInput = z.strictObject({ handle: z.instanceof(Secret), cookie: z.instanceof(Secret) });

const readPage = defineOperation<z.output<typeof pageInput>, { readonly asked: Asked | null }>({
  name: "identity.readForgottenPassword",
  kind: "read",
  input: pageInput,
  callers: ["anonymous"],
  audit: { operation: "SIST", when: "refusalOnly" },
  async run(context, shown) {
    const { memory } = await openAttempt(context, { ...shown, aims: [aim] });
    return { asked: memory.asked };
  },
});

/**
 * Begins a sign-in for a forgotten password.
 * @throws CHAIN_NONE
 */
export async function beginForgottenPassword(
  service: ServiceContext,
  caller: Caller,
  from: BrowserOfPage,
): Promise<ForgottenPasswordTurn> {
  const begin = beginOn(service, caller, from);
  return turnOf(service, await begin(), begin);
}

/**
 * Answers the current step of the page, and returns the next turn; after a refusal it begins again.
 * @throws SIGN_IN_PAGE_EXPIRED, SIGN_IN_ATTEMPT_MOVED, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export function answerForgottenPassword(
  service: ServiceContext,
  caller: Caller,
  { fields, ...returning }: EnteredOnPage,
): Promise<ForgottenPasswordTurn> {
  const { handle, cookie } = returning;
  return whileOpen(async () => {
    const { asked } = await invoke(readPage, service, caller, { handle, cookie });
    try {
      const standing = await answerSignIn(service, caller, { handle, cookie, aims: [aim], fields });
      return await turnOf(service, { handle, standing }, beginOn(service, caller, returning));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "INPUT_INVALID") throw error;
      // An empty field is asked for again.
      return { ...shownAgain(handle, asked), alert: stepTexts.incomplete };
    }
  });
}

/**
 * Continues when the browser returns from another site, with the handle that it brings back.
 * @throws as `answerForgottenPassword`
 */
export function resumeForgottenPassword(
  service: ServiceContext,
  caller: Caller,
  returning: ReturningBrowser,
): Promise<ForgottenPasswordTurn> {
  return whileOpen(async () => {
    const { handle, cookie } = returning;
    const { asked } = await invoke(readPage, service, caller, { handle, cookie });
    // A step that redirects knows its result by itself; every other step is asked again.
    if (asked?.redirect !== undefined) return answerForgottenPassword(service, caller, { ...returning, fields: {} });
    return shownAgain(handle, asked);
  });
}

type Begin = () => Promise<StandingSignIn>;

function beginOn(service: ServiceContext, caller: Caller, { cookie, browser }: BrowserOfPage): Begin {
  return () => beginSignIn(service, caller, { door: "forgottenPage", cookie, ...browser });
}

async function turnOf(
  service: ServiceContext,
  { handle, standing }: StandingSignIn,
  begin: Begin,
): Promise<ForgottenPasswordTurn> {
  if (standing.at === "asked") return stepOfPage(handle, standing, stepTexts.notProved);
  if (standing.at === "ALLOW") return { followed: await followReset(service, standing) };
  const alert = deniedText(standing, stepTexts.notProved);
  const begun = await begin();
  if (begun.standing.at !== "asked") return { alert, isAgain: true };
  return { handle: begun.handle, asked: begun.standing.asked, alert, isAgain: true };
}
