import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { withParameters } from "#domain/redirect-uri.ts";

import { defineOperation } from "../define-operation.ts";
import { clientOfRequest, readRequest } from "./authorization-request.ts";
import { issuerOf } from "./issuer.ts";
import { sealHandle } from "./sign-in-handle.ts";

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

/**
 * Begins an authorization (RFC 6749, 4.1.1; RFC 7636 for all clients): checks the request and makes the sign-in page's
 * handle.
 * @throws AUTHORIZATION_INVALID when nobody may be told, because the client or its address is not known
 */
export const beginAuthorization = defineOperation<z.output<typeof input>, Authorization>({
  name: "identity.beginAuthorization",
  operationType: "AUTHORIZATION_BEGIN",
  kind: "read",
  input,
  policies: [],
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
      return { redirect: withParameters(back.redirectUri, { ...answer, state: back.state ?? undefined }) };
    }
    return {
      handle: sealHandle(context, request, cookie),
      clientName: client.displayName ?? client.id,
      redirectUri: back.redirectUri,
    };
  },
});
