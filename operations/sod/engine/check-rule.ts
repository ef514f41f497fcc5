import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";
import { sodItemsMax } from "#domain/sod-limits.ts";
import { nameOfItem, type SodItemType, type SodPart } from "#domain/sod/sod-rule.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Rule as it would be. */
interface WholeRule {
  readonly atLeast: number;
  readonly parts: readonly SodPart[];
  /** True if the parts are those on record: what they name may have been removed since. */
  readonly isRecorded?: boolean;
}

/**
 * Throws unless a rule can be violated, and its items are there, each in one part.
 * @throws SOD_RULE_INVALID with one detail for each fault
 */
export async function checkRule(
  context: CallContext,
  { atLeast, parts, isRecorded = false }: WholeRule,
): Promise<void> {
  const details: ErrorDetail[] = [];
  const add = (target: string, rule: string) =>
    details.push({ code: "SOD_RULE_INVALID", target, message: `${target} ${rule}.` });
  if (atLeast > parts.length)
    add("atLeast", `must not exceed the number of parts (${parts.length}): nobody could violate the rule`);
  const count = parts.reduce((sum, { items }) => sum + items.length, 0);
  if (count > sodItemsMax)
    add("parts", `must not hold more than ${sodItemsMax} items together. Name a role or a target system instead`);
  for (const [index, { items }] of parts.entries())
    if (items.length === 0) add(`parts/${index}/items`, "needs at least one item");
  const known = isRecorded ? undefined : await knownItems(context, parts);
  for (const { target, rule } of itemFaults(parts, known)) add(target, rule);
  const [first] = details;
  if (first) throw new ServiceError("SOD_RULE_INVALID", { target: first.target, message: first.message, details });
}

/** Finds items that are not there, or that stand in a rule twice. */
function itemFaults(
  parts: readonly SodPart[],
  known: ReadonlySet<string> | undefined,
): readonly { readonly target: string; readonly rule: string }[] {
  const faults: { target: string; rule: string }[] = [];
  const partOf = new Map<string, number>();
  for (const [index, { items }] of parts.entries())
    for (const [place, item] of items.entries()) {
      const add = (target: string, rule: string) => faults.push({ target, rule });
      const target = `parts/${index}/items/${place}/itemKey`;
      const name = nameOfItem(item);
      const other = partOf.get(name);
      partOf.set(name, other ?? index);
      if (known?.has(name) === false)
        add(target, `names no ${words[item.itemType]}. Look it up under ${sets[item.itemType]}`);
      else if (other !== undefined)
        add(
          target,
          other === index
            ? "stands in its part twice. Leave one out"
            : `stands in part ${other + 1} too: who had it alone would hit both. Leave one out`,
        );
    }
  return faults;
}

const words: Readonly<Record<SodItemType, string>> = {
  targetSystem: "target system",
  managedGroup: "group",
  role: "role",
};
const sets: Readonly<Record<SodItemType, string>> = {
  targetSystem: "/v2/targetSystems",
  managedGroup: "/v2/groups",
  role: "/v2/roles",
};

/** Returns the names of those items of parts that are there. */
async function knownItems({ store }: CallContext, parts: readonly SodPart[]): Promise<ReadonlySet<string>> {
  const items = parts.flatMap((part) => part.items);
  const keysOf = (type: SodItemType) => [
    ...new Set(items.flatMap(({ itemType, itemKey }) => (itemType === type ? [itemKey] : []))),
  ];
  const [targets, groups, roles] = [keysOf("targetSystem"), keysOf("managedGroup"), keysOf("role")];
  const found = {
    targetSystem:
      targets.length === 0
        ? []
        : (await store.select("targetSystems", { where: oneOf("id", targets) })).map(({ id }) => id),
    managedGroup:
      groups.length === 0 ? [] : (await store.select("groups", { where: oneOf("key", groups) })).map(({ key }) => key),
    role: roles.length === 0 ? [] : (await store.select("roles", { where: oneOf("key", roles) })).map(({ key }) => key),
  } as const;
  return new Set(
    (["targetSystem", "managedGroup", "role"] as const).flatMap((itemType) =>
      found[itemType].map((itemKey) => nameOfItem({ itemType, itemKey })),
    ),
  );
}
