import { endpoints } from "../identity/discovery.ts";
import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";

interface Link {
  readonly name: string;
  readonly path: string;
  readonly about: string;
}

/** Links for a caller that knows only the address of the service. */
const links: readonly Link[] = [
  { name: "pages", path: "/react/", about: "the web UI" },
  { name: "docs", path: "/docs", about: "the API, to read and to try" },
  { name: "openapi", path: "/v2/openapi.json", about: "the same for programs (OpenAPI 3.1)" },
  { name: "service", path: "/v2", about: "the resources (OData)" },
  { name: "metadata", path: "/v2/$metadata", about: "their types" },
  { name: "token", path: endpoints.token_endpoint, about: "POST a form here to sign in and get an access token" },
  { name: "signIn", path: "/identity/.well-known/openid-configuration", about: "how applications sign people in" },
  { name: "health", path: "/health", about: "whether the service answers" },
  { name: "ready", path: "/ready", about: "whether its parts do" },
];

/** Route of the address of the service itself. Browsers are redirected to the pages; programs get the service's name and its links. */
export const welcomeRoute: RouteDefinition = {
  method: "GET",
  path: "/",
  policy: null,
  redirects: "local",
  handler: (call) => Promise.resolve(wantsPage(call) ? toPages : list(call.publicAddress)),
};

const toPages: RouteAnswer = { status: 302, headers: { location: "/react/", vary: "Accept" } };

function wantsPage({ headers: { accept } }: RouteCall): boolean {
  return String(accept ?? "").includes("text/html");
}

function list(publicAddress: string): RouteAnswer {
  const targets = links.map(({ name, path, about }) => [name, { href: publicAddress + path, about }]);
  return { status: 200, headers: { vary: "Accept" }, body: { name: "Gatehouse", links: Object.fromEntries(targets) } };
}
