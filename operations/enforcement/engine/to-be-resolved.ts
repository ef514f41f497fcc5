import { oneOf } from "#domain/query/condition.ts";
import type { Difference, PersonDifferences } from "#domain/roles/differences.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Returns people with those of their differences that are to be resolved: not those that are only reported, and not access to a group that is no
 * longer on record, which nobody can be given.
 */
export async function toBeResolved(
  context: Pick<CallContext, "store">,
  found: readonly PersonDifferences[],
): Promise<readonly PersonDifferences[]> {
  const known = await knownGroups(
    context,
    found.flatMap(({ differences }) => differences.flatMap((one) => givenGroup(one) ?? [])),
  );
  const isResolved = (one: Difference) => {
    const group = givenGroup(one);
    return one.resolution !== "none" && (group === undefined || known.has(group));
  };
  return found
    .map(({ userKey, differences }) => ({ userKey, differences: differences.filter(isResolved) }))
    .filter(({ differences }) => differences.length > 0);
}

/** Returns the key of the group whose membership is to be given or excepted; undefined if there is none. */
function givenGroup({ kind, resolution, thing }: Difference): string | undefined {
  const isGiven = kind === "deficit" && resolution !== "removal";
  return isGiven ? (thing?.groupKey ?? undefined) : undefined;
}

const keysAtOnce = 1_000;

async function knownGroups(
  { store }: Pick<CallContext, "store">,
  groupKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(groupKeys)];
  const known = new Set<string>();
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const where = oneOf("key", keys.slice(from, from + keysAtOnce));
    for (const { key } of await store.select("groups", { where })) known.add(key);
  }
  return known;
}
