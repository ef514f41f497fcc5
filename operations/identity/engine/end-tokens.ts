import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type User = Row<"users">;

/**
 * Changes a user and ends everything that lets someone continue as that user without signing in again, in the current transaction: access
 * and refresh tokens by their version, sessions, and an open password link. A client that acts as the user gets new tokens with its own
 * secret, unless the user's state forbids it.
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
