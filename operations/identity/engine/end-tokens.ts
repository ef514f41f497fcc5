import { createHash } from "node:crypto";

import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type User = Row<"users">;

const versionsMax = 2 ** 30;

/**
 * Returns a version that the tokens of a user have not had. Among several nodes it is drawn: two that end tokens at the same time must not
 * come to one version, under which what one of them has ended would count again.
 */
async function nextTokenVersion(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  { key, tokenVersion }: Pick<User, "key" | "tokenVersion">,
): Promise<number> {
  if (!(await store.homes.isShared())) return tokenVersion + 1;
  const origin = `${store.node}\n${key}\n${tokenVersion}\n${clock.now()}`;
  const drawn = (createHash("sha256").update(origin).digest().readUInt32BE() % versionsMax) + 1;
  return drawn === tokenVersion ? drawn + 1 : drawn;
}

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
  const ended = {
    tokenVersion: await nextTokenVersion({ store, clock }, { key, tokenVersion }),
    passwordLinkHash: null,
    passwordLinkExpiresAt: null,
  };
  await store.save("users", { ...changes, ...ended, key });
  await store.sessions.endAllOf(key, "revoked", clock.now());
}
