import type { RouteDefinition } from "../route.ts";
import { protocolVersion } from "./protocol.ts";

/** What every error of the service says: in which version of the protocol it is written. */
export const protocolErrorHeaders = { "odata-version": "4.0" } as const;

/** Answers in the version of the protocol that the caller takes; errors carry a version too. */
export function inProtocol(route: RouteDefinition): RouteDefinition {
  return {
    ...route,
    errorHeaders: protocolErrorHeaders,
    async handler(call) {
      const version = protocolVersion(call.headers);
      const { status, headers = {}, body } = await route.handler(call);
      return { status, headers: { "odata-version": version, ...headers }, ...(body === undefined ? {} : { body }) };
    },
  };
}
