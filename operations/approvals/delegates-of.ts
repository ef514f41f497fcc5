import { actingUsers } from "#domain/identity/acting-users.ts";
import { allOf, anyOf, eq, gt, le, noneOf, oneOf } from "#domain/query/condition.ts";

import type { ServiceContext } from "../kernel/context.ts";

/** Delegates of users, and users who may not act for others. */
export interface Delegates {
  /** Delegates by the keys of their delegators. */
  readonly delegates: ReadonlyMap<string, string>;
  /** Keys of the users among them who cannot act: disabled, not started or left. */
  readonly disabled: ReadonlySet<string>;
}

/**
 * Finds the delegates of users for a subject, and the delegates of these in turn, as it is now. A delegation for this subject takes
 * precedence over one for all. Without delegations it takes one statement.
 */
export async function delegatesOf(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  subjectKey: string | null,
  userKeys: readonly string[],
): Promise<Delegates> {
  const now = clock.now();
  const isGood = allOf(
    eq("state", "accepted"),
    anyOf(eq("beginsAt", null), le("beginsAt", now)),
    anyOf(eq("endsAt", null), gt("endsAt", now)),
    subjectKey === null ? eq("requestKey", null) : anyOf(eq("requestKey", null), eq("requestKey", subjectKey)),
  );
  const delegates = new Map<string, string>();
  for (let level = [...userKeys]; level.length > 0;) {
    const where = allOf(oneOf("delegatorKey", level), isGood);
    const found = await store.select("delegations", { where });
    const known = new Set([...userKeys, ...delegates.values()]);
    for (const { delegatorKey, delegateKey } of found.toSorted(forOneSubjectFirst))
      if (!delegates.has(delegatorKey)) delegates.set(delegatorKey, delegateKey);
    level = [...new Set(found.map(({ delegateKey }) => delegateKey))].filter((key) => !known.has(key));
  }
  if (delegates.size === 0) return { delegates, disabled: new Set() };
  const people = [...new Set([...delegates.keys(), ...delegates.values()])];
  const shutOut = await store.select("users", { where: allOf(oneOf("key", people), noneOf(actingUsers(now))) });
  const disabled = new Set(shutOut.map(({ key }) => key));
  for (const key of disabled) delegates.delete(key);
  return { delegates, disabled };
}

function forOneSubjectFirst(a: { requestKey: string | null }, b: { requestKey: string | null }): number {
  return Number(a.requestKey === null) - Number(b.requestKey === null);
}
