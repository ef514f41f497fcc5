import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { issuerOf } from "../kernel/issuer.ts";
import { readAccessToken } from "./engine/access-token.ts";
import { createAuthenticator } from "./engine/authenticate.ts";
import { whyNotAdmitted } from "./engine/check-password.ts";
import { authenticateConfidentialClient, clientFields } from "./engine/client.ts";
import { findGrant } from "./engine/grants.ts";

const input = z.strictObject({
  ...clientFields,
  token: z.instanceof(Secret, { error: "must not be empty" }),
});

/** Description of a token (RFC 7662, 2.2); of an inactive one, nothing but that. */
export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true;
      readonly scope: string;
      readonly client_id: string;
      readonly username: string;
      readonly sub: string;
      readonly iss: string;
      /** Times in seconds, as in every JWT. */
      readonly iat: number;
      readonly exp: number;
      readonly token_type?: "Bearer";
      readonly aud?: string;
      readonly jti?: string;
    };

const inactive: Introspection = { active: false };

/**
 * Describes a token at this moment, for clients with a secret: any access token, or a refresh token of their own.
 * @throws CLIENT_INVALID
 */
export const introspect = defineOperation<z.output<typeof input>, Introspection>({
  name: "identity.introspect",
  kind: "read",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "INTR",
    when: "refusalOnly",
    named: ({ clientId }) => ({ table: "clients", name: clientId }),
  },
  async run(context, { token, ...named }) {
    const client = await authenticateConfidentialClient(context, named);
    const grant = await findGrant(context, token);
    if (grant !== undefined) return grant.clientId === client.id ? refreshToken(context, grant) : inactive;
    try {
      return await token.use((text) => accessToken(context, text));
    } catch (error) {
      if (error instanceof ServiceError && error.code === "TOKEN_INVALID") return inactive;
      throw error;
    }
  },
});

async function accessToken(context: CallContext, token: string): Promise<Introspection> {
  // The same check as at every entry point, so that both always agree.
  const { id } = await createAuthenticator(context)(token, context.caller);
  const { sub, client_id, scope, iat, exp, iss, aud, jti } = await readAccessToken(context, token);
  const about = { sub, client_id, scope, iat, exp, iss, aud, jti, username: id };
  return { active: true, token_type: "Bearer", ...about };
}

async function refreshToken(
  context: CallContext,
  { userKey, userVersion, clientId, scope, createdAt, expiresAt, consumedAt, revokedAt }: Row<"persistedGrants">,
): Promise<Introspection> {
  const { store, clock, settings } = context;
  const nowMs = clock.now();
  const user = await store.get("users", userKey);
  const isOver = consumedAt !== null || revokedAt !== null || expiresAt <= nowMs;
  if (isOver || user === undefined || userVersion !== user.tokenVersion) return inactive;
  if ((await whyNotAdmitted(context, user)) !== undefined) return inactive;
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const times = { iat: seconds(createdAt), exp: seconds(expiresAt) };
  return {
    active: true,
    scope,
    client_id: clientId,
    username: user.id,
    sub: userKey,
    iss: issuerOf(settings),
    ...times,
  };
}
