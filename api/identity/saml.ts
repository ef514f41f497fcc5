import { Secret } from "#connectors/contract/index.ts";
import { samlPaths } from "#domain/saml-addresses.ts";
import { samlFormMaxBytes } from "#domain/saml-limits.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { readOwnMetadata } from "#operations/saml/read-saml-providers.ts";
import { receiveAssertion } from "#operations/sign-in/receive-assertion.ts";

import type { RouteCall, RouteDefinition } from "../route.ts";
import type { Form } from "./client-credentials.ts";
import { continueAt } from "./continue-at.ts";
import { signInErrorPage } from "./sign-in-page.ts";

/** Routes where identity providers find our metadata, and where browsers bring the providers' answers. */
export const samlRoutes: readonly RouteDefinition[] = [
  {
    method: "GET",
    path: samlPaths.metadata,
    policy: null,
    handler: async (call) => ({
      status: 200,
      headers: { "content-type": "application/samlmetadata+xml; charset=utf-8" },
      body: await invoke(readOwnMetadata, call.context, call.caller, { provider: providerOf(call) }),
    }),
  },
  {
    method: "POST",
    path: samlPaths.answer,
    policy: null,
    rate: "signIn",
    body: "form",
    bodyMaxBytes: samlFormMaxBytes,
    largeBody: "a signed answer holds certificates and every attribute that the provider sends",
    presentError: signInErrorPage,
    redirects: "local",
    async handler(call) {
      const { RelayState: relayState = "", SAMLResponse: response = "" } = call.body as Form;
      const { aim, handle } = await invoke(receiveAssertion, call.context, call.caller, {
        provider: providerOf(call),
        relayState: new Secret(relayState),
        response,
      });
      return { status: 303, headers: { location: continueAt(aim, handle) } };
    },
  },
];

function providerOf({ match }: RouteCall): string {
  return match.keys["provider"] ?? "";
}
