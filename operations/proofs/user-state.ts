import type { Clock } from "#platform/clock.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import { failureMemory } from "./failure-memory.ts";

const minuteMs = 60_000;

/** Why a user who is known to be the right one gets no token. */
export type UserRefusal = "USER_LOCKED" | "USER_DISABLED";

type UserLock = Pick<Row<"users">, "locked" | "lockedBy">;
type PasswordLock = UserLock & Pick<Row<"users">, "key" | "superuser" | "lockedAt">;
/** By what a lock is judged: the time, the settings, and from where somebody signs in. */
interface LockRule {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly caller: { readonly ip?: string };
}

/** Why an administrator keeps this user out, whatever the user shows; undefined when nothing is against it. */
export function refusalOf(user: UserLock & Pick<Row<"users">, "disabled">): UserRefusal | undefined {
  // A lock counts as an administrator's unless it says that it came by wrong passwords, which anybody can send.
  if (user.locked && user.lockedBy !== "failures") return "USER_LOCKED";
  return user.disabled ? "USER_DISABLED" : undefined;
}

/** Why this user may not sign in with the right password; undefined when nothing is against it. */
export function passwordRefusalOf(
  user: PasswordLock & Pick<Row<"users">, "disabled">,
  rule: LockRule,
): UserRefusal | undefined {
  return isPasswordLocked(user, rule) ? "USER_LOCKED" : refusalOf(user);
}

/** Whether wrong passwords bar a user from signing in with the right one: a superuser from where they came, others at all. */
export function isPasswordLocked(user: PasswordLock, { store, clock, settings, caller }: LockRule): boolean {
  if (user.superuser) return failureMemory({ store, settings }).isBarred(user.key, caller.ip ?? "", clock.now());
  const { locked, lockedBy, lockedAt } = user;
  if (!locked || lockedBy !== "failures") return false;
  return lockedAt !== null && clock.now() < lockedAt + settings.lockoutDurationMinutes * minuteMs;
}

/**
 * Counts a wrong password, by whatever door it came, in the current transaction; one too many locks the user against
 * signing in with the password, and changes nothing else. False where no row was changed: the user is locked, or is a superuser,
 * of whom the failures of each network are counted in memory.
 */
export async function countFailure(context: LockRule, user: Row<"users">): Promise<boolean> {
  const { store, clock, settings, caller } = context;
  if (user.superuser) {
    failureMemory(context).count(user.key, caller.ip ?? "", clock.now());
    return false;
  }
  if (isPasswordLocked(user, context) || (user.locked && user.lockedBy !== "failures")) return false;
  // A lock whose time is over starts the count again.
  const failures = (user.locked ? 0 : user.failures) + 1;
  const locked = failures >= settings.userAuthFailuresMax;
  const lock = { locked, lockedAt: locked ? clock.now() : null, lockedBy: locked ? ("failures" as const) : null };
  await store.save("users", { key: user.key, failures, ...lock });
  return true;
}

/** Forgets the wrong passwords, and a lock whose time is over, in the current transaction. */
export async function clearFailures(context: LockRule, user: Row<"users">): Promise<void> {
  if (user.superuser) failureMemory(context).clear(user.key, context.caller.ip ?? "");
  if (user.failures === 0 && !user.locked) return;
  await context.store.save("users", { key: user.key, failures: 0, locked: false, lockedAt: null, lockedBy: null });
}
