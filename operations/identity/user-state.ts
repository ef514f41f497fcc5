import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";

const minuteMs = 60_000;

/** Why a user with the right password gets no token. */
export type UserRefusal = "USER_LOCKED" | "USER_DISABLED";

type LockRule = Pick<ServiceContext, "clock" | "settings">;
type CountContext = LockRule & Pick<ServiceContext, "store">;

/**
 * Tells whether a user is locked; a lock set by wrong passwords ends after LOCKOUT_DURATION, one set by a person (without a
 * time) does not.
 */
export function isLocked(
  { locked, lockedAt }: Pick<Row<"users">, "locked" | "lockedAt">,
  { clock, settings }: LockRule,
): boolean {
  return locked && (lockedAt === null || clock.now() < lockedAt + settings.lockoutDurationMinutes * minuteMs);
}

/** Why this user gets no token; undefined when nothing is against it. */
export function refusalOf(
  user: Pick<Row<"users">, "locked" | "lockedAt" | "disabled">,
  rule: LockRule,
): UserRefusal | undefined {
  if (isLocked(user, rule)) return "USER_LOCKED";
  return user.disabled ? "USER_DISABLED" : undefined;
}

/**
 * Counts a wrong password, by whatever door it came, in the current transaction; one too many locks the user and ends the
 * user's tokens. False where nothing was counted, since the user is locked already.
 */
export async function countFailure(context: CountContext, user: Row<"users">): Promise<boolean> {
  if (isLocked(user, context)) return false;
  // A lock whose time is over starts the count again.
  const failures = (user.locked ? 0 : user.failures) + 1;
  const locks = failures >= context.settings.userAuthFailuresMax;
  await context.store.save("users", {
    key: user.key,
    failures,
    locked: locks,
    lockedAt: locks ? context.clock.now() : null,
    ...(locks ? { tokenVersion: user.tokenVersion + 1 } : {}),
  });
  return true;
}

/** Forgets the wrong passwords, and a lock whose time is over, in the current transaction. */
export async function clearFailures({ store }: Pick<ServiceContext, "store">, user: Row<"users">): Promise<void> {
  if (user.failures === 0 && !user.locked) return;
  await store.save("users", { key: user.key, failures: 0, locked: false, lockedAt: null });
}
