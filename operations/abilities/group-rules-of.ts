import type { GroupRules } from "#domain/passwords/group-rules.ts";
import { oneOf } from "#domain/query/condition.ts";

import type { ServiceContext } from "../kernel/context.ts";

/** Function that returns the rules of the target group of a target system; null if the target system is gone. */
export type RulesOfTarget = (targetSystemKey: string) => GroupRules | null;

/** Reads the rules of the target groups of target systems: two statements for all. */
export async function groupRulesOf(
  { store }: Pick<ServiceContext, "store">,
  targetSystemKeys: readonly string[],
): Promise<RulesOfTarget> {
  const targets = await store.select("targetSystems", { where: oneOf("id", [...new Set(targetSystemKeys)]) });
  const ids = [...new Set(targets.map(({ targetGroup }) => targetGroup))];
  const groups = new Map((await store.select("targetGroups", { where: oneOf("id", ids) })).map((row) => [row.id, row]));
  const byTarget = new Map(targets.map(({ id, targetGroup }) => [id, groups.get(targetGroup) ?? null]));
  return (key) => byTarget.get(key) ?? null;
}
