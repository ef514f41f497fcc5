import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";

import {
  type AuthorizationFault,
  type AuthorizationParameters,
  clientOfRequest,
  readRequest,
} from "../identity/engine/authorization-request.ts";
import type { Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { beginSignIn } from "./begin.ts";
import { type AuthorizationAtHand, type AuthorizationTurn, sendBack, turnOf } from "./engine/authorization-turn.ts";
import type { StandingSignIn } from "./engine/page-turn.ts";

const input = z.strictObject({
  given: z.record(z.string(), z.string()),
  repeated: z.array(z.string()),
});

/** A refused request, with the redirect for its client: the audit records it like every refusal. */
class SentBack extends ServiceError {
  readonly redirect: string;

  constructor({ error, description }: AuthorizationFault, redirect: string) {
    super("AUTHORIZATION_INVALID", { message: `${error}: ${description}` });
    this.redirect = redirect;
  }
}

const checkAuthorization = defineOperation<z.output<typeof input>, Pick<AuthorizationAtHand, "request" | "clientName">>(
  {
    name: "identity.beginAuthorization",
    kind: "read",
    input,
    callers: ["anonymous"],
    audit: {
      operation: "AUTZ",
      when: "refusalOnly",
      named: ({ given }) => ({ table: "clients", name: given["client_id"] }),
    },
    async run(context, parameters) {
      const { client, back } = await clientOfRequest(context.store, parameters);
      const request = readRequest(parameters, client);
      if ("error" in request) throw new SentBack(request, sendBack(context, back, request).redirect);
      return { request, clientName: client.displayName ?? client.id };
    },
  },
);

/** Makes the function that begins a sign-in on the page. */
export function beginOn(
  service: ServiceContext,
  caller: Caller,
): (hand: AuthorizationAtHand) => Promise<StandingSignIn> {
  return ({ request, cookie, browser }) =>
    beginSignIn(service, caller, { door: "signInPage", request, cookie, ...browser });
}

/**
 * Begins an authorization (RFC 6749, 4.1.1; RFC 7636 for all clients): checks the request and begins the sign-in of its user, or returns
 * the redirect with the error for its client.
 * @throws AUTHORIZATION_INVALID if no redirect is possible, because the client or its address is not known; CHAIN_NONE
 */
export async function beginAuthorization(
  service: ServiceContext,
  caller: Caller,
  { cookie, browser, ...parameters }: AuthorizationParameters & Pick<AuthorizationAtHand, "cookie" | "browser">,
): Promise<AuthorizationTurn> {
  try {
    const checked = await invoke(checkAuthorization, service, caller, parameters);
    const hand = { ...checked, cookie, browser };
    const begin = beginOn(service, caller);
    return await turnOf(service, hand, await begin(hand), begin);
  } catch (error) {
    if (error instanceof SentBack) return { redirect: error.redirect };
    throw error;
  }
}
