import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, noneOf, oneOf, related } from "#domain/query/condition.ts";
import { userClassPageMembers } from "#domain/user-class-limits.ts";

import type { CallContext } from "../../kernel/context.ts";
import { readerOf } from "../../kernel/reads-of.ts";

/** Difference between the members of a class and its condition, limited to one transaction. */
export interface MemberDifference {
  /** Keys of users whom the condition chooses and who are not members yet. */
  readonly come: readonly string[];
  /** Keys of users whom the condition chose and no longer chooses. */
  readonly gone: readonly string[];
  /** True if there may be more of them. */
  readonly more: boolean;
}

/**
 * Finds the difference between the members of a class and its condition. With many users it may take long, so it runs before the
 * transaction, as a caller's read.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export async function memberDifference(
  context: Pick<CallContext, "store" | "caller">,
  id: string,
  condition: Expression,
): Promise<MemberDifference> {
  const reads = context.store.readsFor(readerOf(context));
  const member = eq("userClassId", id);
  const coming = allOf(condition, noneOf(related("classMemberships", member)));
  const going = allOf(related("classMemberships", allOf(member, eq("byCondition", true))), noneOf(condition));
  const come = await reads.firstKeys("users", coming, userClassPageMembers);
  const gone = await reads.firstKeys("users", going, userClassPageMembers);
  return { come, gone, more: [come, gone].some(({ length }) => length === userClassPageMembers) };
}

/** Reports whether a condition chooses a user. */
export async function chooses(
  context: Pick<CallContext, "store" | "caller">,
  condition: Expression,
  userKey: string,
): Promise<boolean> {
  const reads = context.store.readsFor(readerOf(context));
  return (await reads.count("users", allOf(eq("key", userKey), condition))) > 0;
}

/** Adds and removes members of a class whose row is locked, in the current transaction. Returns the numbers of both. */
export async function bringUpMembers(
  { store, ids }: Pick<CallContext, "store" | "ids">,
  id: string,
  { come, gone }: Pick<MemberDifference, "come" | "gone">,
): Promise<{ readonly came: number; readonly left: number }> {
  const membersAmong = (keys: readonly string[], ...more: Expression[]) =>
    keys.length === 0
      ? []
      : store.select("userClassMembers", { where: allOf(eq("userClassId", id), oneOf("userKey", keys), ...more) });
  // Another hub, or someone by hand, may have changed the members since the read.
  const there = new Set((await membersAmong(come)).map(({ userKey }) => userKey));
  const coming = come.filter((userKey) => !there.has(userKey));
  const row = (userKey: string) => ({ key: ids.guid(), userClassId: id, userKey, byCondition: true });
  await store.addAll("userClassMembers", coming.map(row));
  const leaving = await membersAmong(gone, eq("byCondition", true));
  for (const { key } of leaving) await store.remove("userClassMembers", key);
  return { came: coming.length, left: leaving.length };
}
