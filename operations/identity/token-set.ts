import type { Secret } from "#connectors/contract/index.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { ServiceError } from "#domain/errors.ts";
import { accessTokenSeconds } from "#domain/limits.ts";

import type { ServiceContext } from "../context.ts";
import { mintAccessToken, type NewAccessToken } from "./access-token.ts";
import { mintIdToken, type NewIdToken } from "./id-token.ts";

/** What a token request gives. */
export interface TokenSet {
  readonly accessToken: Secret;
  readonly refreshToken?: Secret;
  readonly idToken?: Secret;
  readonly expiresInSeconds: number;
  readonly scope: string;
}

/** A token request that was decided: granted with what the token is to say, or refused. */
export type TokenDecision = TokenGrant | TokenRefusal;

/** What a granted request gives. */
export interface TokenGrant {
  readonly granted: NewAccessToken;
  readonly refreshToken?: Secret;
  /** What an ID token is to say, where one was asked for. */
  readonly identity?: NewIdToken;
}

/** A refused token request; `reason` is for the audit, the caller gets the code only. */
export interface TokenRefusal {
  readonly refused: Extract<ErrorCode, "INVALID_GRANT" | "USER_LOCKED" | "USER_DISABLED">;
  readonly reason: string;
  readonly userKey?: string;
}

/**
 * The tokens of a decided request. The refusal is thrown here, after its transaction: what it counted must stay.
 * @throws INVALID_GRANT, USER_LOCKED, USER_DISABLED
 */
export async function tokenSetOf(context: ServiceContext, decision: TokenDecision): Promise<TokenSet> {
  if ("refused" in decision) throw new ServiceError(decision.refused, { detail: decision.reason });
  const { granted, refreshToken, identity } = decision;
  return {
    accessToken: await mintAccessToken(context, granted),
    expiresInSeconds: accessTokenSeconds,
    scope: granted.scope,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(identity === undefined ? {} : { idToken: await mintIdToken(context, identity) }),
  };
}

/** What the audit says of a decided token request. */
export function describeDecision(decision: TokenDecision | undefined) {
  if (decision === undefined) return {};
  if ("refused" in decision) {
    const { refused, reason, userKey } = decision;
    return { result: "F", message: `${refused}: ${reason}`, ...(userKey === undefined ? {} : { recipient: userKey }) };
  }
  const { sub, gid } = decision.granted;
  return { actor: sub, recipient: sub, sessid: gid };
}
