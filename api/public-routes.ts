/** A route that no policy guards, and why that is right. */
export interface PublicRoute {
  /** Method and path template, as in the route's definition. */
  readonly route: string;
  /** What guards it instead, or why nothing has to. */
  readonly because: string;
}

/** Every route without a policy; a route with `policy: null` that is not listed here stops the start. */
export const publicRoutes: readonly PublicRoute[] = [
  { route: "GET /health", because: "says only that the process answers" },
  { route: "GET /ready", because: "says only which parts answer, never why not" },
  {
    route: "POST /identity/connect/token",
    because: "signing in asks the policy identity_connect_token itself, for the user who signs in",
  },
  {
    route: "POST /identity/connect/revocation",
    because: "the client and the token it holds are the right to revoke it",
  },
  { route: "GET /identity/connect/jwks", because: "public keys" },
  { route: "POST /proxies/v1/enrol", because: "a one-time enrolment token" },
  { route: "POST /proxies/v1/hello", because: "signed with the key of an enrolled proxy" },
  { route: "POST /proxies/v1/orders", because: "signed with the key of an enrolled proxy" },
  { route: "POST /proxies/v1/outcomes", because: "signed with the key of an enrolled proxy" },
];
