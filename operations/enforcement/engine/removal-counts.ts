import { enforcementTogetherMs, enforcementUsersMax } from "#domain/enforcement-limits.ts";
import { allOf, eq, ge, gt, oneOf } from "#domain/query/condition.ts";
import type { PersonDifferences } from "#domain/roles/differences.ts";
import {
  type CountedRemovals,
  countRemovals,
  largeRemovals,
  type Removals,
  removedFrom,
} from "#domain/roles/removals.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Reading = Pick<CallContext, "store" | "clock">;

/** Returns the removals of differences that a person must confirm, with what there is. */
export async function removalsToConfirm(
  context: Reading,
  all: readonly PersonDifferences[],
): Promise<readonly Removals[]> {
  const { store } = context;
  const removals = countRemovals(all);
  if (removals.length === 0) return [];
  const earlier = await earlierRemovals(context);
  const counted: CountedRemovals[] = [];
  const isDirect = allOf(eq("endedAt", null), eq("throughGroup", null), oneOf("kind", ["account", "membership"]));
  for (const one of removals) {
    const { of, key } = one;
    const known =
      of === "role"
        ? await store.count("roleMembers", { roleKey: key })
        : await store.count(
            "grants",
            allOf(
              eq(of === "group" ? "groupKey" : "targetSystemKey", key),
              isDirect,
              ...(of === "group" ? [eq("kind", "membership")] : []),
            ),
          );
    counted.push({ ...one, known, earlier: earlier.get(removedFrom(one)) ?? 0 });
  }
  return largeRemovals(counted);
}

/**
 * Returns the numbers of removals of runs of the last day since somebody confirmed such removals, by what they are removed from. Runs that wait for a
 * confirmation remove nothing yet.
 */
async function earlierRemovals(context: Reading): Promise<ReadonlyMap<string, number>> {
  const runs = await context.store.select("enforcementRuns", {
    where: allOf(
      ge("createdAt", context.clock.now() - enforcementTogetherMs),
      gt("removals", 0),
      oneOf("state", ["running", "paused", "stopped", "ended"]),
    ),
    orderBy: [["createdAt", "asc"]],
  });
  const people = await peopleOf(context, runs);
  const acting = runs.filter(({ key }) => people.has(key));
  // Whoever confirmed a run has seen what was removed until then.
  const confirmed = new Map(
    acting.flatMap(({ createdAt, largeRemovals: large }) =>
      (large ?? []).map((one) => [removedFrom(one), createdAt] as const),
    ),
  );
  const counts = new Map<string, number>();
  for (const { key, createdAt } of acting)
    for (const { gone, ...one } of countRemovals(people.get(key) ?? [])) {
      const name = removedFrom(one);
      if (createdAt > (confirmed.get(name) ?? -Infinity)) counts.set(name, (counts.get(name) ?? 0) + gone);
    }
  return counts;
}

/** Returns the people of runs for whom requests were submitted, or are to be, by the keys of the runs. */
async function peopleOf(
  { store }: Reading,
  runs: readonly Row<"enforcementRuns">[],
): Promise<ReadonlyMap<string, readonly PersonDifferences[]>> {
  const stopped = new Set(runs.flatMap(({ key, state }) => (state === "stopped" ? [key] : [])));
  const rows: Row<"enforcementItems">[] = [];
  for (let from = 0; from < runs.length; from += enforcementUsersMax) {
    const keys = runs.slice(from, from + enforcementUsersMax).map(({ key }) => key);
    const where = allOf(oneOf("runKey", keys), oneOf("state", ["waiting", "submitted"]));
    rows.push(...(await store.select("enforcementItems", { where })));
  }
  return Map.groupBy(
    rows.filter(({ runKey, state }) => state === "submitted" || !stopped.has(runKey)),
    ({ runKey }) => runKey,
  );
}
