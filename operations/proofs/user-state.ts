import { isPresent } from "#domain/identity/presence.ts";
import type { Clock } from "#platform/clock.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import { failureMemory } from "./failure-memory.ts";

const minuteMs = 60_000;

type UserStanding = UserLock & Pick<Row<"users">, "disabled" | "startsAt" | "endsAt">;

/** Reason why a proved user gets no token. */
export type UserRefusal = "USER_LOCKED" | "USER_DISABLED";

type UserLock = Pick<Row<"users">, "locked" | "lockedBy">;
type PasswordLock = UserLock & Pick<Row<"users">, "key" | "superuser" | "lockedAt">;
/** Facts for judging a lock: the time, the settings, and the caller's address. */
interface LockRule {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly caller: { readonly ip?: string };
}

/**
 * Returns the reason why this user may not sign in at a moment, whatever the user proves: an administrator bars them, or they have not
 * started or have left, which looks like a disabled user. Undefined if there is none.
 */
export function refusalOf(user: UserStanding, now: number): UserRefusal | undefined {
  // A lock counts as an administrator's unless it says that wrong passwords, which anyone can send, caused it.
  if (user.locked && user.lockedBy !== "failures") return "USER_LOCKED";
  return user.disabled || !isPresent(user, now) ? "USER_DISABLED" : undefined;
}

/** Returns the reason why this user may not sign in with the right password; undefined if there is none. */
export function passwordRefusalOf(user: PasswordLock & UserStanding, rule: LockRule): UserRefusal | undefined {
  return isPasswordLocked(user, rule) ? "USER_LOCKED" : refusalOf(user, rule.clock.now());
}

/**
 * Reports whether wrong passwords bar a user from signing in with the right one: a superuser only from the network that sent them, other
 * users from anywhere.
 */
export function isPasswordLocked(user: PasswordLock, { store, clock, settings, caller }: LockRule): boolean {
  if (user.superuser) return failureMemory({ store, settings }).isBarred(user.key, caller.ip ?? "", clock.now());
  const { locked, lockedBy, lockedAt } = user;
  if (!locked || lockedBy !== "failures") return false;
  return lockedAt !== null && clock.now() < lockedAt + settings.lockoutDurationMinutes * minuteMs;
}

/**
 * Counts a wrong password, from any entry point, in the current transaction. One too many locks the user against sign-in with the password,
 * and changes nothing else. Returns false if no row was changed: the user is locked, or is a superuser, whose failures are counted in
 * memory by network.
 */
export async function countFailure(context: LockRule, user: Row<"users">): Promise<boolean> {
  const { store, clock, settings, caller } = context;
  if (user.superuser) {
    failureMemory(context).count(user.key, caller.ip ?? "", clock.now());
    return false;
  }
  if (isPasswordLocked(user, context) || (user.locked && user.lockedBy !== "failures")) return false;
  // An expired lock restarts the count.
  const failures = (user.locked ? 0 : user.failures) + 1;
  const locked = failures >= settings.userAuthFailuresMax;
  const lock = { locked, lockedAt: locked ? clock.now() : null, lockedBy: locked ? ("failures" as const) : null };
  await store.save("users", { key: user.key, failures, ...lock });
  return true;
}

/** Clears the count of wrong passwords and an expired lock, in the current transaction. */
export async function clearFailures(context: LockRule, user: Row<"users">): Promise<void> {
  if (user.superuser) failureMemory(context).clear(user.key, context.caller.ip ?? "");
  if (user.failures === 0 && !user.locked) return;
  await context.store.save("users", { key: user.key, failures: 0, locked: false, lockedAt: null, lockedBy: null });
}
