import { lockoutDurationMinutes, userAuthFailuresMax } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";

const lockoutMs = lockoutDurationMinutes * 60_000;

/** Why a user with the right password gets no token. */
export type UserRefusal = "USER_LOCKED" | "USER_DISABLED";

/** Tells whether a user is locked; a lock set by wrong passwords ends by itself, one set by a person (without a time) does not. */
export function isLocked({ locked, lockedAt }: Pick<Row<"users">, "locked" | "lockedAt">, nowMs: number): boolean {
  return locked && (lockedAt === null || nowMs < lockedAt + lockoutMs);
}

/** Why this user gets no token; undefined when nothing is against it. */
export function refusalOf(user: Row<"users">, nowMs: number): UserRefusal | undefined {
  if (isLocked(user, nowMs)) return "USER_LOCKED";
  return user.disabled ? "USER_DISABLED" : undefined;
}

/**
 * Counts a wrong password, by whatever door it came, in the current transaction; one too many locks the user and ends
 * the user's tokens.
 */
export async function countFailure(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  user: Row<"users">,
): Promise<void> {
  const nowMs = clock.now();
  if (isLocked(user, nowMs)) return;
  // A lock whose time is over starts the count again.
  const failures = (user.locked ? 0 : user.failures) + 1;
  const locks = failures >= userAuthFailuresMax;
  await store.save("users", {
    key: user.key,
    failures,
    locked: locks,
    lockedAt: locks ? nowMs : null,
    ...(locks ? { tokenVersion: user.tokenVersion + 1 } : {}),
  });
}

/** Forgets the wrong passwords, and a lock whose time is over, in the current transaction. */
export async function clearFailures({ store }: Pick<ServiceContext, "store">, user: Row<"users">): Promise<void> {
  if (user.failures === 0 && !user.locked) return;
  await store.save("users", { key: user.key, failures: 0, locked: false, lockedAt: null });
}
