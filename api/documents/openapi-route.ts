import { answerDocument, type CachedDocument, cachedDocument } from "../cached-document.ts";
import type { EntitySet } from "../odata/entity-set.ts";
import type { RouteDefinition } from "../route.ts";
import { openApiDocument } from "./openapi.ts";

/** Returns the route of the description of the API for programs. */
export function openApiRoute(sets: readonly EntitySet[]): RouteDefinition {
  let made: { readonly publicAddress: string; readonly document: CachedDocument } | undefined;
  return {
    method: "GET",
    path: "/v2/openapi.json",
    policy: null,
    handler: async (call) => {
      const { publicAddress } = call;
      if (made?.publicAddress !== publicAddress) {
        made = { publicAddress, document: cachedDocument(JSON.stringify(openApiDocument(sets, publicAddress))) };
      }
      return answerDocument(call, made.document, { "content-type": "application/json; charset=utf-8" });
    },
  };
}
