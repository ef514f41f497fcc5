import type { Secret } from "#connectors/contract/index.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { ServiceError } from "#domain/errors.ts";
import { accessTokenSeconds } from "#domain/limits.ts";

import type { ServiceContext } from "../context.ts";
import { mintAccessToken, type NewAccessToken } from "./access-token.ts";

/** The scope of a token when none is asked for: the whole API, within the user's rights. */
export const scopeDefault = "api";

const scopesKnown = new Set([scopeDefault, "offline_access"]);

/** What a token request gives. */
export interface TokenSet {
  readonly accessToken: Secret;
  readonly refreshToken?: Secret;
  readonly expiresInSeconds: number;
  readonly scope: string;
}

/** A token request that was decided: granted with what the token is to say, or refused. */
export type TokenDecision = { readonly granted: NewAccessToken; readonly refreshToken?: Secret } | TokenRefusal;

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
  const { granted, refreshToken } = decision;
  return {
    accessToken: await mintAccessToken(context, granted),
    expiresInSeconds: accessTokenSeconds,
    scope: granted.scope,
    ...(refreshToken === undefined ? {} : { refreshToken }),
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

/**
 * The scope that is granted: what was asked for.
 * @throws INPUT_INVALID for a scope that does not exist
 */
export function grantedScope(asked: string | undefined): string {
  const scopes = (asked ?? scopeDefault).split(" ").filter((scope) => scope !== "");
  const unknown = scopes.find((scope) => !scopesKnown.has(scope));
  if (unknown !== undefined) {
    throw new ServiceError("INPUT_INVALID", {
      message: `The scope '${unknown.slice(0, 40)}' does not exist. Ask for 'api', or leave scope out.`,
      target: "scope",
    });
  }
  return [...new Set(scopes)].join(" ") || scopeDefault;
}
