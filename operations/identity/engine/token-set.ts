import type { Secret } from "#connectors/contract/index.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { ServiceError } from "#domain/errors.ts";
import { accessTokenSeconds } from "#domain/limits.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { ServiceContext } from "../../kernel/context.ts";
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
  /** The access token, where its minting was begun before the decision was written down. */
  readonly minted?: Promise<Secret>;
  readonly refreshToken?: Secret;
  /** What an ID token is to say, where one was asked for. */
  readonly identity?: NewIdToken;
}

/** A refused token request; `reason` is for the audit, the caller gets the code only. */
export interface TokenRefusal {
  readonly refused: Extract<
    ErrorCode,
    "INVALID_GRANT" | "USER_LOCKED" | "USER_DISABLED" | "CONSENT_REFUSED" | "NO_PASSWORD_HERE"
  >;
  readonly reason: string;
  readonly userKey?: string;
}

/** The refusal of a token request by the code that tells least; `reason` is for the audit. */
export function invalidGrant(reason: string, userKey?: string): TokenRefusal {
  return { refused: "INVALID_GRANT", reason, ...(userKey === undefined ? {} : { userKey }) };
}

/**
 * The tokens of a decided request. The refusal is thrown here, after its transaction: what it counted must stay.
 * @throws INVALID_GRANT, USER_LOCKED, USER_DISABLED
 */
export async function tokenSetOf(context: ServiceContext, decision: TokenDecision): Promise<TokenSet> {
  if ("refused" in decision) throw new ServiceError(decision.refused, { detail: decision.reason });
  const { granted, minted, refreshToken, identity } = decision;
  return {
    accessToken: await (minted ?? mintAccessToken(context, granted)),
    expiresInSeconds: accessTokenSeconds,
    scope: granted.scope,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(identity === undefined ? {} : { idToken: await mintIdToken(context, identity) }),
  };
}

/**
 * Begins to mint the access token of a decision, so that it is signed while the decision is written down; nobody is given it
 * before `tokenSetOf`. Not to be called inside a transaction.
 */
export function beginMinting(context: ServiceContext, decision: TokenDecision): TokenDecision {
  if ("refused" in decision) return decision;
  const minted = mintAccessToken(context, decision.granted);
  // Where the decision cannot be written down, nobody asks what became of the token.
  minted.catch(() => undefined);
  return { ...decision, minted };
}

/** What the audit says of a decided token request. */
export function describeDecision(decision: TokenDecision | undefined): Partial<AuditRow> {
  if (decision === undefined) return {};
  if ("refused" in decision) {
    const { refused, reason, userKey } = decision;
    return { result: "F", message: `${refused}: ${reason}`, ...(userKey === undefined ? {} : { recipient: userKey }) };
  }
  const { sub, gid } = decision.granted;
  return { actor: sub, recipient: sub, sessid: gid };
}
