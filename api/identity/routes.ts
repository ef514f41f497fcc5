import { publicKeys } from "#operations/identity/signing-keys.ts";
import { readUserInfo } from "#operations/identity/userinfo.ts";
import { invoke } from "#operations/invoke.ts";

import type { RouteDefinition } from "../route.ts";
import { answerRevocation } from "./revocation.ts";
import { answerToken } from "./token.ts";

const formMaxBytes = 16 * 1024;

/** The token server. */
export const identityRoutes: readonly RouteDefinition[] = [
  {
    method: "POST",
    path: "/identity/connect/token",
    policy: null,
    body: "form",
    bodyMaxBytes: formMaxBytes,
    handler: answerToken,
  },
  {
    method: "POST",
    path: "/identity/connect/revocation",
    policy: null,
    body: "form",
    bodyMaxBytes: formMaxBytes,
    handler: answerRevocation,
  },
  ...(["GET", "POST"] as const).map((method): RouteDefinition => ({
    method,
    path: "/identity/connect/userinfo",
    policy: "identity_connect_userinfo",
    // A POST may carry a form (the token is taken from the header only), so whatever it holds is not looked at.
    body: "none",
    handler: async ({ context, caller }) => ({ status: 200, body: await invoke(readUserInfo, context, caller, {}) }),
  })),
  {
    method: "GET",
    path: "/identity/connect/jwks",
    policy: null,
    handler: async ({ context }) => ({ status: 200, body: { keys: await publicKeys(context) } }),
  },
];
