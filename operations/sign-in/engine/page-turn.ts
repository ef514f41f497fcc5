import type { Secret } from "#connectors/contract/index.ts";
import type { Asked, Texts } from "#domain/chains/asked-fields.ts";
import { errors, ServiceError } from "#domain/errors.ts";

import type { Ended, Standing } from "./answer-step.ts";

/** Browser that walks a chain on a page. */
export interface BrowserOfPage {
  readonly cookie: Secret;
  /** Facts that the browser states. */
  readonly browser: { readonly origin?: string; readonly language?: string };
}

/** Browser that returns to its page. */
export interface ReturningBrowser extends BrowserOfPage {
  readonly handle: Secret;
}

/** Input on a page. */
export interface EnteredOnPage extends ReturningBrowser {
  readonly fields: Readonly<Record<string, Secret>>;
}

/** A step of a chain as its page shows it; without a handle the page cannot continue. */
export interface StepOfPage {
  readonly handle?: Secret;
  readonly asked?: Asked;
  /** Reason why the previous input was refused. */
  readonly alert?: Texts;
  /** True if the user has returned to the page, so that it does not redirect automatically. */
  readonly isAgain: boolean;
}

/** Standing of a sign-in that asks for input or has ended. */
export type StandingNow = Exclude<Standing, { readonly at: "step" }>;

/** Standing of a sign-in, with its handle. */
export interface StandingSignIn {
  readonly handle: Secret;
  readonly standing: StandingNow;
}

/** Returns the step of a sign-in for its page, with the reason if it asks again. */
export function stepOfPage(
  handle: Secret,
  { asked, failed }: Extract<StandingNow, { readonly at: "asked" }>,
  failedText: Texts,
): StepOfPage {
  const alert = asked.alert ?? (failed && failedText);
  return { handle, asked, isAgain: failed !== undefined, ...(alert && { alert }) };
}

/** Returns the previous step for a user who has returned to it. */
export function shownAgain(handle: Secret, asked: Asked | null): StepOfPage {
  return { handle, ...(asked !== null && { asked }), isAgain: true };
}

/** Returns the text for a refused sign-in. It does not reveal the step that failed. */
export function deniedText({ refused }: Extract<Ended, { readonly at: "DENY" }>, failedText: Texts): Texts {
  if (refused === "INVALID_GRANT") return failedText;
  const { message } = errors[refused];
  return { en: message, de: message };
}

/**
 * Performs the work of a page while its sign-in is open.
 * @throws SIGN_IN_PAGE_EXPIRED if it is over: its text is for a user who reads a page
 */
export async function whileOpen<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "SIGN_IN_ATTEMPT_OVER")
      throw new ServiceError("SIGN_IN_PAGE_EXPIRED", { detail: error.detail, cause: error });
    throw error;
  }
}
