import type { Secret } from "#connectors/contract/index.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { ServiceError } from "#domain/errors.ts";
import { accessTokenSeconds } from "#domain/limits.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { mintAccessToken, type NewAccessToken } from "./access-token.ts";
import { mintIdToken, type NewIdToken } from "./id-token.ts";

/** Tokens for a token request. */
export interface TokenSet {
  readonly accessToken: Secret;
  readonly refreshToken?: Secret;
  readonly idToken?: Secret;
  readonly expiresInSeconds: number;
  readonly scope: string;
}

/** Decision about a token request: the grant with the token's claims, or the refusal. */
export type TokenDecision = TokenGrant | TokenRefusal;

/** Grant of a token request. */
export interface TokenGrant {
  readonly granted: NewAccessToken;
  /** Access token, if its minting began before the decision was stored. */
  readonly minted?: Promise<Secret>;
  readonly refreshToken?: Secret;
  /** Claims of the ID token, if one was requested. */
  readonly identity?: NewIdToken;
}

/** A refused token request; `reason` is for the audit, the caller gets only the code. */
export interface TokenRefusal {
  readonly refused: Extract<
    ErrorCode,
    | "INVALID_GRANT"
    | "USER_LOCKED"
    | "USER_DISABLED"
    | "CONSENT_REFUSED"
    | "NO_PASSWORD_HERE"
    | "PASSWORD_RESET_BLOCKED"
  >;
  readonly reason: string;
  readonly userKey?: string;
}

/** Makes the refusal of a token request with the code that reveals least; `reason` is for the audit. */
export function invalidGrant(reason: string, userKey?: string): TokenRefusal {
  return { refused: "INVALID_GRANT", reason, ...(userKey === undefined ? {} : { userKey }) };
}

/**
 * Returns the tokens of a decided request. The refusal is thrown here, after its transaction, so that the failure it counted stays.
 * @throws INVALID_GRANT, USER_LOCKED, USER_DISABLED
 */
export async function tokenSetOf(context: ServiceContext, decision: TokenDecision): Promise<TokenSet> {
  if ("refused" in decision) throw new ServiceError(decision.refused, { detail: decision.reason });
  const { granted, minted, refreshToken, identity } = decision;
  const set = {
    accessToken: await (minted ?? mintAccessToken(context, granted)),
    expiresInSeconds: accessTokenSeconds,
    scope: granted.scope,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(identity === undefined ? {} : { idToken: await mintIdToken(context, identity) }),
  };
  const { metrics } = context;
  metrics.count("tokens", { kind: "access" });
  if (refreshToken !== undefined) metrics.count("tokens", { kind: "refresh" });
  if (identity !== undefined) metrics.count("tokens", { kind: "id" });
  return set;
}

/**
 * Begins to mint the access token of a decision, so that it is signed while the decision is stored; no one gets it before `tokenSetOf`. Not
 * to be called inside a transaction.
 */
export function beginMinting(context: ServiceContext, decision: TokenDecision): TokenDecision {
  if ("refused" in decision) return decision;
  const minted = mintAccessToken(context, decision.granted);
  // If the decision cannot be stored, no one awaits the token.
  minted.catch(() => undefined);
  return { ...decision, minted };
}

/** Describes a decided token request for the audit. */
export function describeDecision(decision: TokenDecision | undefined): Partial<AuditRow> {
  if (decision === undefined) return {};
  if ("refused" in decision) {
    const { refused, reason, userKey } = decision;
    return { result: "F", message: `${refused}: ${reason}`, ...(userKey === undefined ? {} : { recipient: userKey }) };
  }
  const { sub, gid } = decision.granted;
  return { actor: sub, recipient: sub, sessid: gid };
}
