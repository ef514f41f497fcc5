import { oneOf } from "#domain/query/condition.ts";
import { sodNamedItemsMax } from "#domain/sod-limits.ts";
import type { SodItemType } from "#domain/sod/sod-rule.ts";
import type { SodHit, SodHitReason } from "#domain/sod/violated-rules.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import type { ViolatedRule } from "./sod-facts.ts";

type Reading = Pick<ServiceContext, "store">;

const reasons: Readonly<Record<SodHitReason, string>> = {
  held: "the recipient has it",
  asked: "another open request asks for it",
  given: "asked for here",
};

/** Returns words about the violation of a rule: its name and severity, and the access that it keeps apart. */
export async function wordsOfViolation(context: Reading, { rule, hits }: ViolatedRule): Promise<string> {
  const names = await namesOf(context, hits);
  const named = hits.slice(0, sodNamedItemsMax).map((hit, index) => `${names[index]} (${reasons[hit.because]})`);
  const more = hits.length - named.length;
  const all = more === 0 ? named : [...named, `${more} more`];
  return `The rule '${rule.id}' (${rule.severity}) keeps apart: ${all.join("; ")}.`;
}

/** Returns the names of items, as messages give them. */
async function namesOf({ store }: Reading, hits: readonly SodHit[]): Promise<readonly string[]> {
  const keysOf = (type: SodItemType) => hits.flatMap(({ itemType, itemKey }) => (itemType === type ? [itemKey] : []));
  const [groupKeys, roleKeys] = [keysOf("managedGroup"), keysOf("role")];
  const groups = groupKeys.length === 0 ? [] : await store.select("groups", { where: oneOf("key", groupKeys) });
  const roles = roleKeys.length === 0 ? [] : await store.select("roles", { where: oneOf("key", roleKeys) });
  const groupNames = new Map(
    groups.map(({ key, shortId, targetSystemKey }) => [key, `the group '${shortId}' on '${targetSystemKey}'`]),
  );
  const roleNames = new Map(roles.map(({ key, id }) => [key, `the role '${id}'`]));
  return hits.map(({ itemType, itemKey }) => {
    if (itemType === "targetSystem") return `an account on '${itemKey}'`;
    return (itemType === "managedGroup" ? groupNames : roleNames).get(itemKey) ?? `the ${itemType} ${itemKey}`;
  });
}
