import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { withParameters } from "#domain/identity/redirect-uri.ts";

import type { Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { invoke } from "../invoke.ts";
import {
  type AuthorizationFault,
  type AuthorizationParameters,
  clientOfRequest,
  readRequest,
} from "./engine/authorization-request.ts";
import { issuerOf } from "./engine/issuer.ts";
import { sealHandle } from "./engine/sign-in-handle.ts";

const input = z.strictObject({
  given: z.record(z.string(), z.string()),
  repeated: z.array(z.string()),
  /** The value of the browser's cookie. */
  cookie: z.instanceof(Secret),
});

/** What follows an authorization request: a page on which the user signs in, or an answer to the client. */
export type Authorization =
  | { readonly handle: string; readonly clientName: string; readonly redirectUri: string }
  | { readonly redirect: string };

type SignInRequest = Extract<Authorization, { readonly handle: string }>;

/** A request that is refused, and where its client hears so: the audit tells of it as of every refusal. */
class SentBack extends ServiceError {
  readonly redirect: string;

  constructor({ error, description }: AuthorizationFault, redirect: string) {
    super("AUTHORIZATION_INVALID", { message: `${error}: ${description}` });
    this.redirect = redirect;
  }
}

const openSignInPage = defineOperation<z.output<typeof input>, SignInRequest>({
  name: "identity.beginAuthorization",
  kind: "read",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "AUTZ",
    when: "refusalOnly",
    named: ({ given }) => ({ table: "clients", name: given["client_id"] }),
  },
  async run(context, { cookie, ...parameters }) {
    const { client, back } = await clientOfRequest(context.store, parameters);
    const request = readRequest(parameters, client);
    if ("error" in request) {
      const { error, description } = request;
      const answer = { error, error_description: description, iss: issuerOf(context.settings) };
      throw new SentBack(request, withParameters(back.redirectUri, { ...answer, state: back.state ?? undefined }));
    }
    return {
      handle: sealHandle(context, request, cookie),
      clientName: client.displayName ?? client.id,
      redirectUri: back.redirectUri,
    };
  },
});

/**
 * Begins an authorization (RFC 6749, 4.1.1; RFC 7636 for all clients): checks the request and makes the sign-in page's
 * handle, or says where its client is told what is wrong with it.
 * @throws AUTHORIZATION_INVALID when nobody may be told, because the client or its address is not known
 */
export async function beginAuthorization(
  service: ServiceContext,
  caller: Caller,
  given: AuthorizationParameters & { readonly cookie: Secret },
): Promise<Authorization> {
  try {
    return await invoke(openSignInPage, service, caller, given);
  } catch (error) {
    if (error instanceof SentBack) return { redirect: error.redirect };
    throw error;
  }
}
