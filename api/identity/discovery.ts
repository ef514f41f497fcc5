import { grantTypes, scopes } from "#domain/identity/token-grants.ts";
import { publishedKeysCacheSeconds } from "#domain/limits.ts";
import { prompts } from "#operations/identity/engine/authorization-request.ts";
import { signingAlgorithm } from "#operations/identity/engine/make-signing-key.ts";
import { publicKeys } from "#operations/identity/engine/signing-keys.ts";

import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";

/** Endpoints of the token server, by their names in the discovery documents. */
export const endpoints = {
  authorization_endpoint: "/identity/connect/authorize",
  token_endpoint: "/identity/connect/token",
  revocation_endpoint: "/identity/connect/revocation",
  introspection_endpoint: "/identity/connect/introspect",
  userinfo_endpoint: "/identity/connect/userinfo",
  end_session_endpoint: "/identity/connect/logout",
  jwks_uri: "/identity/connect/jwks",
} as const;

// RFC 8414 puts the path of the issuer behind the well-known part, OpenID Connect Discovery before it; some clients know
// the host only.
const paths = [
  "/identity/.well-known/openid-configuration",
  "/.well-known/oauth-authorization-server/identity",
  "/.well-known/openid-configuration",
] as const;

const cached = { "cache-control": `public, max-age=${publishedKeysCacheSeconds}` };
const withSecret = ["client_secret_basic", "client_secret_post"];

/** Returns the metadata of the token server. Everything in it works, and nothing else is promised. */
function metadata(publicAddress: string) {
  return {
    issuer: `${publicAddress}/identity`,
    ...Object.fromEntries(Object.entries(endpoints).map(([name, path]) => [name, publicAddress + path])),
    scopes_supported: Object.keys(scopes),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: [...withSecret, "none"],
    revocation_endpoint_auth_methods_supported: [...withSecret, "none"],
    introspection_endpoint_auth_methods_supported: withSecret,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [signingAlgorithm],
    claims_supported: [
      "iss",
      "sub",
      "aud",
      "iat",
      "exp",
      "auth_time",
      "sid",
      "nonce",
      "username",
      "preferred_username",
      "scope",
    ],
    prompt_values_supported: prompts,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** Routes of the documents by which clients find the token server, and of the keys by which they verify its tokens. */
export const discoveryRoutes: readonly RouteDefinition[] = [
  ...paths.map((path): RouteDefinition => published(path, ({ publicAddress }) => metadata(publicAddress))),
  published(endpoints.jwks_uri, async ({ context }) => ({ keys: await publicKeys(context) })),
];

function published(path: string, body: (call: RouteCall) => unknown): RouteDefinition {
  const handler = async (call: RouteCall): Promise<RouteAnswer> => ({
    status: 200,
    headers: { ...cached, "cross-origin-resource-policy": "cross-origin" },
    body: await body(call),
  });
  return { method: "GET", path, policy: null, handler };
}
