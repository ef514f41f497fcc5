import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

import { ownClientId } from "#domain/identity/own-client.ts";

import { answerDocument, type CachedDocument, cachedDocument } from "../cached-document.ts";
import type { RouteDefinition } from "../route.ts";

// The page may load only its own files and calls to this service, nothing inline.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Gatehouse API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="page"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

// Tokens that a user enters stay in the page's memory. The client is the one that every installation has.
const start = `SwaggerUIBundle({ url: "/v2/openapi.json", dom_id: "#page", deepLinking: true, docExpansion: "none",
  persistAuthorization: false, validatorUrl: null, defaultModelsExpandDepth: 0 })
  .initOAuth({ clientId: "${ownClientId}" });
`;

const files = {
  "swagger-ui.css": {
    type: "text/css; charset=utf-8",
    inCheckout: () => import.meta.resolve("swagger-ui-dist/swagger-ui.css"),
  },
  "swagger-ui-bundle.js": {
    type: "text/javascript; charset=utf-8",
    inCheckout: () => import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
  },
};

/** Returns the content of a file of Swagger UI: the packed service has it beside this module, a checkout in its package. */
async function readSwaggerFile(name: string, inCheckout: () => string): Promise<string> {
  const packed = new URL(`swagger-ui/${name}`, import.meta.url);
  return readFile(existsSync(packed) ? packed : new URL(inCheckout()), "utf8");
}

const assetMaxAgeSeconds = 3600;

/** The interactive page, and the files that it loads from here and from nowhere else. */
export const pageRoutes: readonly RouteDefinition[] = [
  route("/docs", "text/html; charset=utf-8", () => Promise.resolve(html)),
  route("/docs/start.js", "text/javascript; charset=utf-8", () => Promise.resolve(start)),
  ...Object.entries(files).map(([name, { type, inCheckout }]) =>
    route(`/docs/${name}`, type, () => readSwaggerFile(name, inCheckout)),
  ),
];

function route(path: string, type: string, read: () => Promise<string>): RouteDefinition {
  let document: Promise<CachedDocument> | undefined;
  return {
    method: "GET",
    path,
    policy: null,
    handler: async (call) =>
      answerDocument(call, await (document ??= read().then(cachedDocument)), {
        "content-type": type,
        "content-security-policy": contentSecurityPolicy,
        ...(path === "/docs" ? {} : { "cache-control": `private, max-age=${assetMaxAgeSeconds}` }),
      }),
  };
}
