import type { RouteDefinition } from "./route.ts";

/**
 * Every route without a policy, by method and path template as in its definition: what guards it instead, or why nothing has to.
 * A route with `policy: null` that is not listed here stops the start.
 */
export const publicRoutes: Readonly<Record<string, string>> = {
  "GET /": "names the service, and where its pages, its documents and its sign-in are",
  "GET /health": "says that the process answers, and the names of connectors that proxies could not load",
  "GET /ready": "says only which parts answer, never why not",
  "GET /v2": "names the resources, as the published documents do; holds no data",
  "GET /v2/$metadata": "describes the types, as the published documents do; holds no data",
  "POST /v2/$batch": "each of its parts is authenticated and authorized on its own",
  "POST /identity/connect/token": "signing in asks the policy identity_connect_token itself, for the user who signs in",
  "POST /identity/connect/revocation": "the client and the token it holds are the right to revoke it",
  "POST /identity/connect/introspect": "the client's secret is the right to ask",
  "GET /identity/connect/authorize": "shows a page on which to sign in",
  "POST /identity/connect/authorize": "the same, by a form",
  "POST /identity/connect/sign-in":
    "signing in asks the policy identity_connect_token itself, for the user who signs in",
  "GET /identity/connect/sign-in":
    "goes on with a sign-in by the handle and the cookie of its browser, as the form does",
  "GET /identity/connect/passkey.js": "a script of that page, where it asks for a passkey",
  "GET /identity/connect/captcha.js": "a script of that page, where it has a CAPTCHA",
  "GET /identity/captcha":
    "a page for a frame of the web UI, with the CAPTCHA and nothing else; it holds what everybody may know",
  "GET /identity/captcha/frame.js": "a script of that page",
  "GET /identity/connect/logout": "the ID token of a session is the right to end it; without one nothing is ended",
  "POST /identity/connect/logout": "the same, by a form",
  "POST /identity/sign-in/attempts": "asks who signs in, and tells nothing of anybody",
  "POST /identity/sign-in/attempts/{attempt}/steps":
    "the handle and the cookie of the browser are the right to go on; who comes in is decided by the chain and the policy of what it gives",
  "GET /identity/sign-in/returned": "a page that says where to go on; nothing is looked up for it",
  "GET /identity/saml/{provider}/metadata": "says where the endpoints are",
  "POST /identity/saml/{provider}/acs":
    "signed by an identity provider, in answer to a request of ours; nobody is signed in by it, but by going on with the sign-in",
  "GET /react": "the document of the web UI; it holds no data",
  "GET /react/assets/{file}": "a part of it",
  "GET /react/favicon.svg": "a part of it",
  "GET /react/{page}": "leads to the page of the web UI that stands behind #",
  "POST /react/session": "asks who signs in, and tells nothing of anybody",
  "POST /react/session/{attempt}":
    "the handle and the cookie of the browser are the right to go on; who comes in is decided by the chain and the policy react_session_post_create",
  "GET /identity/connect/forgot-password": "asks who has forgotten a password, and tells nothing of anybody",
  "POST /identity/connect/forgot-password":
    "the handle and the cookie of the browser are the right to go on; whose password is set is decided by the chain and the policy users_post_resetpasswords",
  "GET /identity/connect/password": "shows a page on which to choose a password; nothing is looked up for it",
  "POST /identity/connect/password": "a one-time link",
  "GET /identity/connect/passwords": "shows a page with a button; nothing is looked up for it",
  "POST /identity/connect/passwords": "a one-time link",
  "GET /identity/connect/sign-in.css": "the style of that page",
  "GET /identity/connect/jwks": "public keys",
  "GET /identity/.well-known/openid-configuration": "says where the endpoints are",
  "GET /.well-known/oauth-authorization-server/identity": "says where the endpoints are",
  "GET /.well-known/openid-configuration": "says where the endpoints are",
  "GET /v2/openapi.json": "says what the published documents say of addresses and types",
  "GET /docs": "a page around /v2/openapi.json",
  "GET /docs/start.js": "a part of that page",
  "GET /docs/swagger-ui.css": "a part of that page",
  "GET /docs/swagger-ui-bundle.js": "a part of that page",
  "POST /idapi/login": "signing in asks the policy idapi_login_post_create itself, for the user who signs in",
  "POST /idapi/read": "the key of a session is shown; what is read is authorized as GET is at its path",
  "GET /idapisoap": "describes the operations, as the published documents do; holds no data",
  "POST /idapisoap": "each message holds a session key, or a user name and a password",
  "POST /proxies/v1/enrol": "a one-time enrolment token",
  "POST /proxies/v1/hello": "signed with the key of an enrolled proxy",
  "POST /proxies/v1/node": "signed with the key of an enrolled proxy",
  "POST /proxies/v1/orders": "signed with the key of an enrolled proxy",
  "POST /proxies/v1/outcomes": "signed with the key of an enrolled proxy",
  "POST /proxies/v1/listing": "signed with the key of an enrolled proxy",
  "POST /proxies/v1/knownHashes": "signed with the key of an enrolled proxy",
  "POST /proxies/v1/chunk": "signed with the key of an enrolled proxy",
  "POST /proxies/v1/listingFailure": "signed with the key of an enrolled proxy",
  "POST /tickets/callback/{ticketSystem}": "signed with the secret of a ticket system",
  "POST /managedHosts/v1/enrol": "a one-time enrolment token",
  "POST /managedHosts/v1/ask": "signed with the key of an enrolled managed host",
  "POST /managedHosts/v1/report": "signed with the key of an enrolled managed host",
  "POST /passwordSenders/v1/enrol": "a one-time enrolment token",
  "POST /passwordSenders/v1/hello": "signed with the key of an enrolled password sender",
  "POST /passwordSenders/v1/judge": "signed with the key of an enrolled password sender",
  "POST /passwordSenders/v1/report": "signed with the key of an enrolled password sender",
  "POST /replication/join": "a one-time token of an invitation",
  "POST /replication/blocks": "signed with the key of a node of the installation",
  "POST /replication/snapshot": "signed with the key of a node of the installation",
  "POST /replication/changes": "signed with the key of a node of the installation",
  "POST /replication/ranges": "signed with the key of a node of the installation",
  "POST /replication/rows": "signed with the key of a node of the installation",
};

/**
 * Refuses a route that is guarded by nothing and does not say why.
 * @throws Error
 */
export function requirePolicy({ method, path, policy }: RouteDefinition): void {
  const label = `${method} ${path}`;
  const isListed = Object.hasOwn(publicRoutes, label);
  if (policy === null && !isListed) throw new Error(`the route ${label} has no policy and is not in publicRoutes`);
  if (policy !== null && isListed) throw new Error(`the route ${label} has a policy and is in publicRoutes too`);
}
