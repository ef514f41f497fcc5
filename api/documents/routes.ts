import { answerDocument, type KeptDocument, keptDocument } from "../kept-document.ts";
import type { RouteDefinition } from "../route.ts";
import { entitySets } from "../v2/routes.ts";
import { openApiDocument } from "./openapi.ts";
import { pageRoutes } from "./page.ts";
import { welcomeRoute } from "./welcome.ts";

let made: { readonly publicAddress: string; readonly document: KeptDocument } | undefined;

/** What describes the API to clients and their authors; it says what the documents of this project say, and no more. */
export const documentRoutes: readonly RouteDefinition[] = [
  welcomeRoute,
  {
    method: "GET",
    path: "/v2/openapi.json",
    policy: null,
    handler: async (call) => {
      const { publicAddress } = call;
      if (made?.publicAddress !== publicAddress) {
        const text = JSON.stringify(openApiDocument(entitySets, publicAddress));
        made = { publicAddress, document: keptDocument(text) };
      }
      return answerDocument(call, made.document, { "content-type": "application/json; charset=utf-8" });
    },
  },
  ...pageRoutes,
];
