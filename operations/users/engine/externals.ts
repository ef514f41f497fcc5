import { ServiceError } from "#domain/errors.ts";
import { latestEnd, missingOf } from "#domain/identity/external-people.ts";
import { hasEnded } from "#domain/identity/presence.ts";
import { asService } from "#domain/query/as-service.ts";
import { allOf, anyOf, eq, never, oneOf, related } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type User = Row<"users">;

/**
 * Returns those of some users who are external: members of the user class EXTERNAL_PEOPLE, or chosen by its condition as they are now,
 * which the keeper of the class follows with a delay.
 * @throws QUERY_OPTION_INVALID and the other codes of a $filter, if the condition can no longer be used
 */
export async function externalsAmong(
  { store, settings, userCondition }: Pick<CallContext, "store" | "settings" | "userCondition">,
  keys: readonly string[],
): Promise<readonly User[]> {
  const id = settings.externalPeople;
  const row = id === null ? undefined : await store.get("userClasses", id);
  if (row === undefined || keys.length === 0) return [];
  const chosen = row.condition === null ? never : asService(await userCondition(row.condition));
  const isExternal = anyOf(related("classMemberships", eq("userClassId", row.id)), chosen);
  return store.select("users", { where: allOf(oneOf("key", keys), isExternal) });
}

/** Saved user, and the part of the call that decides about the end. */
interface SavedUser {
  readonly user: User;
  /** True if the call has set the end. */
  readonly setsEnd: boolean;
}

/**
 * Throws unless a user whom the current transaction has saved has what an external person needs, if the user is one. Someone who has left
 * needs nothing.
 * @throws EXTERNAL_INCOMPLETE
 */
export async function requireComplete(context: CallContext, { user, setsEnd }: SavedUser): Promise<void> {
  const { store, clock, settings } = context;
  const now = clock.now();
  const { key, endsAt } = user;
  const missing = missingOf(user);
  const isTooLong = setsEnd && endsAt !== null && endsAt > latestEnd(now, settings.externalLongestDays);
  if (missing !== undefined || isTooLong) {
    const [external] = hasEnded(user, now) ? [] : await externalsAmong(context, [key]);
    if (external !== undefined) throw incomplete(missing ?? "endsAt", settings.externalLongestDays);
  }
  if (user.externalIncomplete) await store.save("users", { key, externalIncomplete: false });
}

/** Makes the refusal of an external person who lacks something. */
export function incomplete(target: string, days: number): ServiceError {
  const message = `${target}: an external person needs a sponsor and an end within ${days} days from now. Set sponsorKey and endsAt.`;
  return new ServiceError("EXTERNAL_INCOMPLETE", { target, message });
}

const keysAtOnce = 500;

/**
 * Throws unless all of some users whom the current transaction has saved have what external people need.
 * @throws EXTERNAL_INCOMPLETE
 */
export async function requireAllComplete(context: CallContext, keys: readonly string[]): Promise<void> {
  if (context.settings.externalPeople === null) return;
  const now = context.clock.now();
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const externals = await externalsAmong(context, keys.slice(from, from + keysAtOnce));
    const [first] = externals.filter((user) => missingOf(user) !== undefined && !hasEnded(user, now));
    if (first === undefined) continue;
    const message = `'${first.id}' is external and needs a sponsor and an end. Add this user by hand, or leave the row out.`;
    throw new ServiceError("EXTERNAL_INCOMPLETE", { target: "text", message });
  }
}
