import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import type { Asked } from "#domain/chains/asked-fields.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { ServiceError } from "#domain/errors.ts";

import { authorizationRequest, isReturnAddress } from "../identity/engine/authorization-request.ts";
import type { Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { answerSignIn } from "./answer.ts";
import { beginOn } from "./begin-authorization.ts";
import { openAttempt } from "./engine/attempts.ts";
import { type AuthorizationAtHand, type AuthorizationTurn, turnOf } from "./engine/authorization-turn.ts";
import { type EnteredOnPage, type ReturningBrowser, shownAgain, whileOpen } from "./engine/page-turn.ts";

interface ReadPage extends Pick<AuthorizationAtHand, "request" | "clientName"> {
  /** Fields of the current step; null if there is none. */
  readonly asked: Asked | null;
}

const pageInput = z.strictObject({ handle: z.instanceof(Secret), cookie: z.instanceof(Secret) });

/** Reads the request behind a sign-in on the page, while its client's registration has not changed. */
const readPage = defineOperation<z.output<typeof pageInput>, ReadPage>({
  name: "identity.readAuthorization",
  kind: "read",
  input: pageInput,
  callers: ["anonymous"],
  audit: { operation: "AUTZ", when: "refusalOnly" },
  async run(context, shown) {
    const { memory } = await openAttempt(context, { ...shown, aims: ["code"] });
    const request = authorizationRequest.parse(memory.aimed);
    const client = await context.store.get("clients", request.clientId);
    if (
      client?.enabled === true &&
      client.grants.includes("authorization_code") &&
      isReturnAddress(client, request.redirectUri)
    )
      return { request, clientName: client.displayName ?? client.id, asked: memory.asked };
    throw new ServiceError("AUTHORIZATION_INVALID", { detail: "the client has changed" });
  },
});

/**
 * Answers the current step of the page, and returns the next turn. A sign-in leads to one code; after a refusal the page begins another.
 * @throws SIGN_IN_PAGE_EXPIRED, AUTHORIZATION_INVALID, SIGN_IN_ATTEMPT_MOVED, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export async function authorize(
  service: ServiceContext,
  caller: Caller,
  { cookie, browser, handle, fields }: EnteredOnPage,
): Promise<AuthorizationTurn> {
  return whileOpen(async () => {
    const { asked, ...read } = await invoke(readPage, service, caller, { handle, cookie });
    const hand = { ...read, cookie, browser };
    return answer(service, caller, { hand, handle, asked, fields });
  });
}

/**
 * Continues a sign-in when its browser returns from another site, such as an identity provider. The handle is the one that the browser
 * brings back: with the cookie alone, an attacker could have another person prove their identity and continue as that person.
 * @throws as `authorize`
 */
export async function resumeAuthorization(
  service: ServiceContext,
  caller: Caller,
  { cookie, browser, handle }: ReturningBrowser,
): Promise<AuthorizationTurn> {
  return whileOpen(async () => {
    const { asked, ...read } = await invoke(readPage, service, caller, { handle, cookie });
    const hand = { ...read, cookie, browser };
    // A step that redirects knows its result by itself; every other step is asked again.
    if (asked?.redirect !== undefined) return answer(service, caller, { hand, handle, asked, fields: {} });
    return again(hand, handle, asked);
  });
}

interface Answering {
  readonly hand: AuthorizationAtHand;
  readonly handle: Secret;
  readonly asked: Asked | null;
  readonly fields: EnteredOnPage["fields"];
}

async function answer(
  service: ServiceContext,
  caller: Caller,
  { hand, handle, asked, fields }: Answering,
): Promise<AuthorizationTurn> {
  try {
    const standing = await answerSignIn(service, caller, { handle, cookie: hand.cookie, aims: ["code"], fields });
    return await turnOf(service, hand, { handle, standing }, beginOn(service, caller));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "INPUT_INVALID") throw error;
    // An empty field is asked for again.
    return { ...again(hand, handle, asked), alert: stepTexts.incomplete };
  }
}

function again({ request, clientName }: AuthorizationAtHand, handle: Secret, asked: Asked | null) {
  const { redirectUri } = request;
  return { clientName, redirectUri, ...shownAgain(handle, asked) };
}
