import type { RouteDefinition } from "../route.ts";
import { entitySets } from "../v2/routes.ts";
import { openApiDocument } from "./openapi.ts";
import { pageRoutes } from "./page.ts";

let made: { readonly publicAddress: string; readonly text: string } | undefined;

/** What describes the API to clients and their authors; it says what the documents of this project say, and no more. */
export const documentRoutes: readonly RouteDefinition[] = [
  {
    method: "GET",
    path: "/v2/openapi.json",
    policy: null,
    handler: ({ publicAddress }) => {
      if (made?.publicAddress !== publicAddress) {
        made = { publicAddress, text: JSON.stringify(openApiDocument(entitySets, publicAddress)) };
      }
      const headers = { "content-type": "application/json; charset=utf-8" };
      return Promise.resolve({ status: 200, headers, body: made.text });
    },
  },
  ...pageRoutes,
];
