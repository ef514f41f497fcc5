import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { type AccessTokenClaims, readAccessToken } from "./engine/access-token.ts";
import { authenticateClient, clientFields } from "./engine/client.ts";
import { findGrant, revokeFamily } from "./engine/grants.ts";
import { revokeToken } from "./engine/revoke-token.ts";

const input = z.strictObject({
  ...clientFields,
  token: z.instanceof(Secret, { error: "must not be empty" }),
});

/** Ended object, for the audit; nothing of it reaches the caller. */
export interface Revocation {
  readonly ended: "session" | "token" | "nothing";
  readonly userKey?: string;
}

/**
 * Revokes a token (RFC 7009): a refresh token ends its session with all access tokens, an access token only itself. A token that is unknown
 * or belongs to another client changes nothing and is no error.
 * @throws CLIENT_INVALID
 */
export const revoke = defineOperation({
  name: "identity.revoke",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "LOUT",
    named: ({ clientId }) => ({ table: "clients", name: clientId }),
    isIdle: ({ ended }) => ended === "nothing",
    describe: (_input, output?: Revocation) => ({
      message: output?.ended ?? "refused",
      ...(output?.userKey === undefined ? {} : { actor: output.userKey, recipient: output.userKey }),
    }),
  },
  async prepare(context, { token, ...named }) {
    const { id } = await authenticateClient(context, named);
    return { clientId: id, claims: await claimsOf(context, token) };
  },
  async run(context, { token }, { clientId, claims }): Promise<Revocation> {
    if (claims !== undefined) {
      if (claims.client_id !== clientId) return { ended: "nothing" };
      await revokeToken(context, claims.jti);
      return { ended: "token", userKey: claims.sub };
    }
    const grant = await findGrant(context, token);
    if (grant === undefined || grant.clientId !== clientId) return { ended: "nothing" };
    await revokeFamily(context, grant.family, "logout");
    return { ended: "session", userKey: grant.userKey };
  },
});

/** Returns the claims of a token, if it is an access token. */
async function claimsOf(context: CallContext, token: Secret): Promise<AccessTokenClaims | undefined> {
  try {
    return await token.use((text) => readAccessToken(context, text));
  } catch (error) {
    if (error instanceof ServiceError && error.code === "TOKEN_INVALID") return undefined;
    throw error;
  }
}
