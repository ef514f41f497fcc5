import { stepTexts } from "#domain/chains/step-texts.ts";
import { ServiceError } from "#domain/errors.ts";
import { withParameters } from "#domain/identity/redirect-uri.ts";

import type { AuthorizationFault, AuthorizationRequest } from "../../identity/engine/authorization-request.ts";
import type { ServiceContext } from "../../kernel/context.ts";
import { issuerOf } from "../../kernel/issuer.ts";
import type { Ended } from "./answer-step.ts";
import { type BrowserOfPage, deniedText, type StandingSignIn, type StepOfPage, stepOfPage } from "./page-turn.ts";

/** The client of a sign-in, as its page shows it. */
export interface ClientOfPage {
  readonly clientName: string;
  readonly redirectUri: string;
}

/** A sign-in on the page: the request behind it, and the browser that answers it. */
export interface AuthorizationAtHand extends BrowserOfPage {
  readonly request: AuthorizationRequest;
  readonly clientName: string;
}

/** Content of the sign-in page. */
export interface AuthorizationPage extends ClientOfPage, StepOfPage {}

/** Next turn: the page, or a redirect with an answer to the client. */
export type AuthorizationTurn = AuthorizationPage | { readonly redirect: string };

/** Returns the next turn of a sign-in on the page; after a refusal, `begin` begins another sign-in. */
export async function turnOf(
  service: Pick<ServiceContext, "settings">,
  hand: AuthorizationAtHand,
  { handle, standing }: StandingSignIn,
  begin: (hand: AuthorizationAtHand) => Promise<StandingSignIn>,
): Promise<AuthorizationTurn> {
  const client = { clientName: hand.clientName, redirectUri: hand.request.redirectUri };
  if (standing.at === "asked") return { ...client, ...stepOfPage(handle, standing, stepTexts.denied) };
  if (standing.at === "ALLOW") return withCode(service, hand.request, standing);
  if (standing.refused === "CONSENT_REFUSED") return sendBack(service, hand.request, notAgreed);
  const begun = await begin(hand);
  const page = { ...client, alert: deniedText(standing, stepTexts.denied), isAgain: true };
  if (begun.standing.at === "asked") return { ...page, handle: begun.handle, asked: begun.standing.asked };
  return begun.standing.at === "ALLOW" ? withCode(service, hand.request, begun.standing) : page;
}

const notAgreed: AuthorizationFault = { error: "access_denied", description: "The user has not agreed." };

/** Returns the redirect that reports an error to a client. */
export function sendBack(
  { settings }: Pick<ServiceContext, "settings">,
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  { error, description }: AuthorizationFault,
): { readonly redirect: string } {
  const answer = { error, error_description: description, state: state ?? undefined, iss: issuerOf(settings) };
  return { redirect: withParameters(redirectUri, answer) };
}

function withCode(
  { settings }: Pick<ServiceContext, "settings">,
  { redirectUri, state }: AuthorizationRequest,
  { given }: Extract<Ended, { readonly at: "ALLOW" }>,
): { readonly redirect: string } {
  if (given.aim !== "code") throw new ServiceError("SIGN_IN_ATTEMPT_OVER", { detail: `it is for ${given.aim}` });
  const answer = { state: state ?? undefined, iss: issuerOf(settings) };
  return { redirect: given.code.use((code) => withParameters(redirectUri, { code, ...answer })) };
}
