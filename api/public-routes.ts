import type { RouteDefinition } from "./route.ts";

/** A route that no policy guards, and why that is right. */
export interface PublicRoute {
  /** Method and path template, as in the route's definition. */
  readonly route: string;
  /** What guards it instead, or why nothing has to. */
  readonly because: string;
}

/** Every route without a policy; a route with `policy: null` that is not listed here stops the start. */
export const publicRoutes: readonly PublicRoute[] = [
  { route: "GET /", because: "names the service, and where its documents and its sign-in are" },
  {
    route: "GET /health",
    because: "says that the process answers, and the names of connectors that proxies could not load",
  },
  { route: "GET /ready", because: "says only which parts answer, never why not" },
  { route: "GET /v2", because: "names the resources, as the published documents do; holds no data" },
  { route: "GET /v2/$metadata", because: "describes the types, as the published documents do; holds no data" },
  { route: "POST /v2/$batch", because: "each of its parts is authenticated and authorized on its own" },
  {
    route: "POST /identity/connect/token",
    because: "signing in asks the policy identity_connect_token itself, for the user who signs in",
  },
  {
    route: "POST /identity/connect/revocation",
    because: "the client and the token it holds are the right to revoke it",
  },
  {
    route: "POST /identity/connect/introspect",
    because: "the client's secret is the right to ask",
  },
  {
    route: "GET /identity/connect/authorize",
    because: "shows a page on which to sign in",
  },
  {
    route: "POST /identity/connect/sign-in",
    because: "signing in asks the policy identity_connect_token itself, for the user who signs in",
  },
  { route: "GET /identity/connect/sign-in.css", because: "the style of that page" },
  { route: "GET /identity/connect/jwks", because: "public keys" },
  { route: "GET /identity/.well-known/openid-configuration", because: "says where the endpoints are" },
  { route: "GET /.well-known/oauth-authorization-server/identity", because: "says where the endpoints are" },
  { route: "GET /.well-known/openid-configuration", because: "says where the endpoints are" },
  { route: "GET /v2/openapi.json", because: "says what the published documents say of addresses and types" },
  { route: "GET /docs", because: "a page around /v2/openapi.json" },
  { route: "GET /docs/start.js", because: "a part of that page" },
  { route: "GET /docs/swagger-ui.css", because: "a part of that page" },
  { route: "GET /docs/swagger-ui-bundle.js", because: "a part of that page" },
  { route: "POST /proxies/v1/enrol", because: "a one-time enrolment token" },
  { route: "POST /proxies/v1/hello", because: "signed with the key of an enrolled proxy" },
  { route: "POST /proxies/v1/orders", because: "signed with the key of an enrolled proxy" },
  { route: "POST /proxies/v1/outcomes", because: "signed with the key of an enrolled proxy" },
  { route: "POST /proxies/v1/listing", because: "signed with the key of an enrolled proxy" },
  { route: "POST /proxies/v1/knownHashes", because: "signed with the key of an enrolled proxy" },
  { route: "POST /proxies/v1/chunk", because: "signed with the key of an enrolled proxy" },
  { route: "POST /proxies/v1/listingFailure", because: "signed with the key of an enrolled proxy" },
];

/**
 * Refuses a route that is guarded by nothing and does not say why.
 * @throws Error
 */
export function requirePolicy({ method, path, policy }: RouteDefinition): void {
  const label = `${method} ${path}`;
  const isListed = publicRoutes.some((row) => row.route === label);
  if (policy === null && !isListed) throw new Error(`the route ${label} has no policy and is not in publicRoutes`);
  if (policy !== null && isListed) throw new Error(`the route ${label} has a policy and is in publicRoutes too`);
}
