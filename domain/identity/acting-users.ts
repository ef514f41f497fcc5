import type { Expression } from "../query/bound-query.ts";
import { allOf, anyOf, eq, gt, le } from "../query/condition.ts";
import { isPresent, type Stay } from "./presence.ts";

/** Returns true if a user can act at a moment: enabled, started and not left. */
export function isActing(user: Stay & { readonly disabled: boolean }, now: number): boolean {
  return !user.disabled && isPresent(user, now);
}

/** Returns the condition that a user can act at a moment. */
export function actingUsers(now: number): Expression {
  return allOf(
    eq("disabled", false),
    anyOf(eq("startsAt", null), le("startsAt", now)),
    anyOf(eq("endsAt", null), gt("endsAt", now)),
  );
}
