import type { Secret } from "#connectors/contract/index.ts";
import type { Asked, Texts } from "#domain/chains/asked-fields.ts";
import { errors, ServiceError } from "#domain/errors.ts";

import type { Ended, Standing } from "./answer-step.ts";

/** The browser that walks a chain on a page. */
export interface BrowserOfPage {
  readonly cookie: Secret;
  /** What the browser says of itself. */
  readonly browser: { readonly origin?: string; readonly language?: string };
}

/** A browser that comes back to its page. */
export interface ReturningBrowser extends BrowserOfPage {
  readonly handle: Secret;
}

/** What was entered on a page. */
export interface EnteredOnPage extends ReturningBrowser {
  readonly fields: Readonly<Record<string, Secret>>;
}

/** A step of a chain as its page shows it; without a handle the page cannot go on. */
export interface StepOfPage {
  readonly handle?: Secret;
  readonly asked?: Asked;
  /** Why what was entered before will not do. */
  readonly alert?: Texts;
  /** True where somebody has come back, so that the page sends nobody elsewhere by itself. */
  readonly isAgain: boolean;
}

/** How a sign-in stands that has come to ask for something, or to its end. */
export type StandingNow = Exclude<Standing, { readonly at: "step" }>;

/** A sign-in as it stands, by its handle. */
export interface StandingSignIn {
  readonly handle: Secret;
  readonly standing: StandingNow;
}

/** The step of a sign-in that asks for something, and why it does so again. */
export function stepOfPage(
  handle: Secret,
  { asked, failed }: Extract<StandingNow, { readonly at: "asked" }>,
  failedText: Texts,
): StepOfPage {
  const alert = asked.alert ?? (failed && failedText);
  return { handle, asked, isAgain: failed !== undefined, ...(alert && { alert }) };
}

/** What was asked before, for somebody who has come back to it. */
export function shownAgain(handle: Secret, asked: Asked | null): StepOfPage {
  return { handle, ...(asked !== null && { asked }), isAgain: true };
}

/** What somebody is told whose chain has refused them; what it is that has failed, nobody is told. */
export function deniedText({ refused }: Extract<Ended, { readonly at: "DENY" }>, failedText: Texts): Texts {
  if (refused === "INVALID_GRANT") return failedText;
  const { message } = errors[refused];
  return { en: message, de: message };
}

/**
 * Does what a page asks for, while its sign-in is open.
 * @throws SIGN_IN_PAGE_EXPIRED where it is over: a person who reads a page is told so in its words
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
