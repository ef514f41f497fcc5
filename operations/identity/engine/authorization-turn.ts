import type { Secret } from "#connectors/contract/index.ts";
import type { Asked, Texts } from "#domain/chains/asked-fields.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { errors, ServiceError } from "#domain/errors.ts";
import { withParameters } from "#domain/identity/redirect-uri.ts";

import type { ServiceContext } from "../../context.ts";
import type { Ended, Standing } from "../../sign-in/engine/take-turn.ts";
import type { AuthorizationFault, AuthorizationRequest } from "./authorization-request.ts";
import { issuerOf } from "./issuer.ts";

/** The client of a sign-in, as its page shows it. */
export interface ClientOfPage {
  readonly clientName: string;
  readonly redirectUri: string;
}

/** A sign-in on the page: the request behind it, and by which browser it is answered. */
export interface AuthorizationAtHand {
  readonly request: AuthorizationRequest;
  readonly clientName: string;
  readonly cookie: Secret;
  /** What the browser says of itself. */
  readonly browser: { readonly origin?: string; readonly language?: string };
}

/** What the page shows: what is asked, or, where no handle is given, that it has ended. */
export interface AuthorizationPage extends ClientOfPage {
  readonly handle?: Secret;
  readonly asked?: Asked;
  /** Why what was entered before will not do. */
  readonly alert?: Texts;
  /** True where somebody has come back, so that the page sends nobody elsewhere by itself. */
  readonly isAgain: boolean;
}

/** What follows: the page, or an answer to the client. */
export type AuthorizationTurn = AuthorizationPage | { readonly redirect: string };

type Now = Exclude<Standing, { readonly at: "step" }>;

/** A sign-in as it stands, by its handle. */
export interface StandingSignIn {
  readonly handle: Secret;
  readonly standing: Now;
}

/** What follows from how a sign-in on the page stands; where it was refused, another one is begun by `begin`. */
export async function turnOf(
  service: Pick<ServiceContext, "settings">,
  hand: AuthorizationAtHand,
  { handle, standing }: StandingSignIn,
  begin: (hand: AuthorizationAtHand) => Promise<StandingSignIn>,
): Promise<AuthorizationTurn> {
  if (standing.at === "asked") return askedAgain(hand, { handle, ...standing });
  if (standing.at === "ALLOW") return withCode(service, hand.request, standing);
  if (standing.refused === "CONSENT_REFUSED") return sendBack(service, hand.request, notAgreed);
  const told = errors[standing.refused].message;
  const alert = standing.refused === "INVALID_GRANT" ? stepTexts.denied : { en: told, de: told };
  const begun = await begin(hand);
  const page = { clientName: hand.clientName, redirectUri: hand.request.redirectUri, alert, isAgain: true };
  if (begun.standing.at === "asked") return { ...page, handle: begun.handle, asked: begun.standing.asked };
  return begun.standing.at === "ALLOW" ? withCode(service, hand.request, begun.standing) : page;
}

const notAgreed: AuthorizationFault = { error: "access_denied", description: "The user has not agreed." };

function askedAgain(
  { request: { redirectUri }, clientName }: AuthorizationAtHand,
  { handle, asked, failed }: Extract<Now, { readonly at: "asked" }> & { readonly handle: Secret },
): AuthorizationPage {
  const isAgain = failed !== undefined;
  return {
    clientName,
    redirectUri,
    handle,
    asked,
    isAgain,
    ...(isAgain && { alert: asked.alert ?? stepTexts.denied }),
  };
}

/** The address at which a client is told what is wrong. */
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
