import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { withParameters } from "#domain/identity/redirect-uri.ts";
import { idMaxCharacters, idTokenMaxCharacters, redirectUriMaxCharacters, stateMaxCharacters } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { revokeFamily } from "./engine/grants.ts";
import { type IdTokenClaims, readIdToken } from "./engine/id-token.ts";

const input = z.strictObject({
  idToken: z.instanceof(Secret).optional(),
  clientId: z.string().max(idMaxCharacters).optional(),
  /** Address for the browser after sign-out. */
  returnTo: z.string().max(redirectUriMaxCharacters).optional(),
  state: z.string().max(stateMaxCharacters).optional(),
});

/** Request of an application for sign-out. */
export type LogOutInput = z.output<typeof input>;

/** Result of a sign-out. */
export interface LoggedOut {
  /** True if the session of an ID token was ended, or had ended before. */
  readonly isKnown: boolean;
  /** Name of the application; null if none was named. */
  readonly clientName: string | null;
  /** Next address of the browser; null if the application named none. */
  readonly redirect: string | null;
}

type Ended = LoggedOut & { readonly ended: IdTokenClaims | undefined };

const endSession = defineOperation<LogOutInput, Ended, IdTokenClaims | undefined>({
  name: "identity.logOut",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "LOUT",
    named: ({ clientId }) => ({ table: "clients", name: clientId }),
    isIdle: ({ ended }) => ended === undefined,
    describe: (_input, output?: Ended) => describeEnd(output),
  },
  async prepare(context, { idToken }) {
    if (idToken === undefined) return undefined;
    const claims = await idToken.use((text) =>
      text.length <= idTokenMaxCharacters ? readIdToken(context, text) : undefined,
    );
    if (claims === undefined) throw invalid("the ID token is not ours, or its key is gone");
    return claims;
  },
  async run(context, given, claims): Promise<Ended> {
    const { returnTo, state } = given;
    const client = await clientOf(context, given, claims);
    if (returnTo !== undefined && client?.postLogoutRedirectUris?.includes(returnTo) !== true)
      throw invalid("the address to return to is not registered");
    const ended = claims === undefined ? undefined : await end(context, claims);
    return {
      isKnown: claims !== undefined,
      ended,
      clientName: client?.displayName ?? client?.id ?? null,
      redirect: returnTo === undefined ? null : withParameters(returnTo, { state }),
    };
  },
});

function describeEnd(output: Ended | undefined) {
  if (output === undefined) return { message: "refused" };
  const { ended } = output;
  if (ended === undefined) return { message: "nothing" };
  return { message: "session", actor: ended.sub, recipient: ended.sub, sessid: ended.sid };
}

async function clientOf(
  { store }: CallContext,
  { clientId }: LogOutInput,
  claims: IdTokenClaims | undefined,
): Promise<Row<"clients"> | undefined> {
  const id = claims?.aud ?? clientId;
  if (id === undefined) return undefined;
  if (clientId !== undefined && clientId !== id) throw invalid("the ID token is another client's");
  const client = await store.get("clients", id);
  if (client === undefined) throw invalid("unknown client");
  return client;
}

/** Ends the session of an ID token; returns undefined if there is none or it has ended. */
async function end(context: CallContext, claims: IdTokenClaims): Promise<IdTokenClaims | undefined> {
  const { sub, sid } = claims;
  const session = await context.store.sessions.stateOf(sid);
  if (session?.actor !== sub || session.endedAt !== null) return undefined;
  await revokeFamily(context, sid, "logout");
  return claims;
}

function invalid(detail: string): ServiceError {
  return new ServiceError("LOGOUT_INVALID", { detail });
}

/**
 * Signs a user out for an application (OpenID Connect RP-Initiated Logout): ends the session of the ID token that it shows. Without one
 * nothing is ended, because no one is signed in to the service itself.
 * @throws LOGOUT_INVALID, INPUT_INVALID
 */
export function logOut(service: ServiceContext, caller: Caller, given: LogOutInput): Promise<LoggedOut> {
  return invoke(endSession, service, caller, given);
}
