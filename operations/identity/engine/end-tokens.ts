import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type User = Row<"users">;

/**
 * Changes a user and ends, in the current transaction, whatever lets somebody go on as that user without signing in anew: access
 * and refresh tokens by the version that they bear, sessions, and an open link for a password. A client that acts as the user
 * gets new tokens by its own secret, unless the user's state is against it.
 */
export async function saveAndEndTokens(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  { key, tokenVersion }: Pick<User, "key" | "tokenVersion">,
  changes: Partial<Pick<User, "disabled" | "disabledBy" | "passwordHash">>,
): Promise<void> {
  const ended = { tokenVersion: tokenVersion + 1, passwordLinkHash: null, passwordLinkExpiresAt: null };
  await store.save("users", { ...changes, ...ended, key });
  await store.sessions.endAllOf(key, "revoked", clock.now());
}
