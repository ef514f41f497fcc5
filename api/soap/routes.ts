import { bodyMaxBytes } from "#domain/limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import {
  type AuthenticateSession,
  createSessionAuthenticator,
} from "#operations/sessions/engine/session-authenticator.ts";
import type { Settings } from "#platform/settings/settings.ts";

import type { RouteDefinition } from "../route.ts";
import { answerMessage } from "./answer-message.ts";
import { presentFault } from "./envelope.ts";
import { soapPath, wsdl } from "./wsdl.ts";

const thisMachine: readonly string[] = ["127.0.0.0/8", "::1"];

const place = {
  path: soapPath,
  policy: null,
  module: ModuleName.Soap,
  isWhole: true,
  presentError: presentFault,
  networks: ({ soapNetworks }: Settings) => (soapNetworks.length === 0 ? thisMachine : soapNetworks),
} as const satisfies Partial<RouteDefinition>;

// One authenticator per store, because its session cache belongs to the store.
const known = new WeakMap<ServiceContext["store"], AuthenticateSession>();

function authenticatorOf(context: ServiceContext): AuthenticateSession {
  const authenticate = known.get(context.store) ?? createSessionAuthenticator(context);
  known.set(context.store, authenticate);
  return authenticate;
}

/** SOAP: its description, and the one address that takes its messages. */
export const soapRoutes: readonly RouteDefinition[] = [
  {
    ...place,
    method: "GET",
    handler: ({ publicAddress }) =>
      Promise.resolve({
        status: 200,
        headers: { "content-type": "text/xml; charset=utf-8" },
        body: wsdl(publicAddress),
      }),
  },
  {
    ...place,
    method: "POST",
    body: "bytes",
    bodyMaxBytes,
    largeBody: "the message holds the session key, and is read in slices; only listed networks may send one",
    handler: (call) => answerMessage(call, authenticatorOf(call.context)),
  },
];
