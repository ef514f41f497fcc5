import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Attached = Readonly<Record<string, unknown>>;
type Needed = Pick<Row<"grants">, "targetSystemKey" | "accountKey" | "groupKey" | "from" | "endedAt" | "confirmedAt">;

/**
 * Adds to grants the beginning of the last discovery that found the access: the target's latest that was loaded, unless the access is newer
 * than it, or its group hides members. It takes two statements for all.
 */
export async function attachLastConfirmed<R extends Attached>(
  { store }: Pick<CallContext, "store">,
  rows: readonly R[],
): Promise<readonly (R & Attached)[]> {
  const open = rows.map((row) => row as unknown as Needed).filter(({ endedAt }) => endedAt === null);
  const listed = new Map<string, number>();
  for (const { targetSystemKey, startedAt } of await store.select("listings", {
    where: oneOf("targetSystemKey", distinct(open.map((row) => row.targetSystemKey))),
  }))
    listed.set(targetSystemKey, startedAt);
  const hidden = await hiddenMemberships({ store }, open);
  return rows.map((row) => {
    const { targetSystemKey, accountKey, groupKey, from, endedAt, confirmedAt } = row as unknown as Needed;
    const startedAt = listed.get(targetSystemKey);
    const isShown = startedAt !== undefined && startedAt >= from && !hidden.has(`${accountKey} ${groupKey}`);
    return { ...row, lastConfirmedAt: endedAt === null && isShown ? startedAt : confirmedAt };
  });
}

const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.filter((text) => text !== null))];

/** Returns the memberships among these grants that their target no longer shows, because it hides members. */
async function hiddenMemberships(
  { store }: Pick<CallContext, "store">,
  grants: readonly Needed[],
): Promise<ReadonlySet<string>> {
  const memberships = grants.filter(({ accountKey, groupKey }) => accountKey !== null && groupKey !== null);
  if (memberships.length === 0) return new Set();
  const found = await store.select("groupMemberships", {
    where: allOf(
      eq("shownByTarget", false),
      oneOf("groupKey", distinct(memberships.map(({ groupKey }) => groupKey))),
      oneOf("accountKey", distinct(memberships.map(({ accountKey }) => accountKey))),
    ),
  });
  return new Set(found.map(({ accountKey, groupKey }) => `${accountKey} ${groupKey}`));
}
