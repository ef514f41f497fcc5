import type { RouteDefinition } from "../route.ts";
import { protocolVersion } from "./protocol.ts";

/** Answers in the version of the protocol that the caller takes; the router says 4.0 of whatever does not say otherwise. */
export function inProtocol(route: RouteDefinition): RouteDefinition {
  return {
    ...route,
    async handler(call) {
      const version = protocolVersion(call.headers);
      const answer = await route.handler(call);
      return version === "4.0" ? answer : { ...answer, headers: { "odata-version": version, ...answer.headers } };
    },
  };
}
