import { accessTokenSeconds } from "#domain/limits.ts";

import type { ServiceContext } from "../../kernel/context.ts";

// A token minted just after the revocation was written lives as long as any other.
const revocationMarginMs = 60_000;

/**
 * Stores the identifier of an access token, or of a session, as revoked in the current transaction: for the lifetime of a token, or until
 * the end of the session if that is later.
 */
export async function revokeToken(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  identifier: string,
  sessionEndsAt = 0,
): Promise<void> {
  if ((await store.get("revokedTokens", identifier)) !== undefined) return;
  const livesMs = Math.max(accessTokenSeconds * 1000, sessionEndsAt - clock.now()) + revocationMarginMs;
  await store.save("revokedTokens", {
    jti: identifier,
    family: null,
    expiresAt: clock.now() + livesMs,
    steadyUntil: store.steadyTime.endOf(livesMs),
  });
}
