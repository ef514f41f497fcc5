import { endpoints } from "../identity/discovery.ts";
import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";

interface Link {
  readonly name: string;
  readonly path: string;
  readonly about: string;
}

/** Where somebody who knows nothing but the address of the service goes on. */
const links: readonly Link[] = [
  { name: "docs", path: "/docs", about: "the API, to read and to try" },
  { name: "openapi", path: "/v2/openapi.json", about: "the same for programs (OpenAPI 3.1)" },
  { name: "service", path: "/v2", about: "the resources (OData)" },
  { name: "metadata", path: "/v2/$metadata", about: "their types" },
  { name: "token", path: endpoints.token_endpoint, about: "POST a form here to sign in and get an access token" },
  { name: "signIn", path: "/identity/.well-known/openid-configuration", about: "how applications sign people in" },
  { name: "health", path: "/health", about: "whether the service answers" },
  { name: "ready", path: "/ready", about: "whether its parts do" },
];

const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The address of the service itself: its name and its links, for browsers as a page. */
export const welcomeRoute: RouteDefinition = {
  method: "GET",
  path: "/",
  policy: null,
  handler: (call) => Promise.resolve(wantsPage(call) ? page() : list(call.publicAddress)),
};

function wantsPage({ headers: { accept } }: RouteCall): boolean {
  return String(accept ?? "").includes("text/html");
}

function list(publicAddress: string): RouteAnswer {
  const targets = links.map(({ name, path, about }) => [name, { href: publicAddress + path, about }]);
  return { status: 200, headers: { vary: "Accept" }, body: { name: "Gatehouse", links: Object.fromEntries(targets) } };
}

function page(): RouteAnswer {
  const items = links.map(({ path, about }) => `      <li><a href="${path}">${path}</a>: ${about}</li>`);
  const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Gatehouse</title>
  </head>
  <body>
    <h1>Gatehouse</h1>
    <ul>
${items.join("\n")}
    </ul>
  </body>
</html>
`;
  const headers = {
    vary: "Accept",
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy,
  };
  return { status: 200, headers, body };
}
