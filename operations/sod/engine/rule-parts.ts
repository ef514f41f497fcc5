import { oneOf } from "#domain/query/condition.ts";
import type { SodPart } from "#domain/sod/sod-rule.ts";
import { byPart } from "#domain/sod/violating-items.ts";

import type { CallContext } from "../../kernel/context.ts";

type Stored = Pick<CallContext, "store">;

/** Returns the parts of rules by their keys; the items of a part, whose order means nothing, by their types and keys. */
export async function partsOf(
  { store }: Stored,
  ruleKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly SodPart[]>> {
  if (ruleKeys.length === 0) return new Map();
  const rows = (await store.select("sodRuleItems", { where: oneOf("ruleKey", ruleKeys) })).toSorted(byPart);
  return new Map(
    [...Map.groupBy(rows, ({ ruleKey }) => ruleKey)].map(([ruleKey, all]) => [
      ruleKey,
      [...Map.groupBy(all, ({ part }) => part).values()].map((items) => ({
        items: items.map(({ itemType, itemKey }) => ({ itemType, itemKey })),
      })),
    ]),
  );
}

/** Replaces the parts of a rule; items that stay where they are keep their rows. */
export async function saveParts(
  { store, ids }: Pick<CallContext, "store" | "ids">,
  ruleKey: string,
  parts: readonly SodPart[],
): Promise<void> {
  const nameOf = (part: number, itemType: string, itemKey: string) => `${part} ${itemType} ${itemKey}`;
  const wanted = new Map(
    parts.flatMap(({ items }, index) =>
      items.map(
        ({ itemType, itemKey }) =>
          [nameOf(index + 1, itemType, itemKey), { part: index + 1, itemType, itemKey }] as const,
      ),
    ),
  );
  for (const row of await store.select("sodRuleItems", { where: { ruleKey } })) {
    const isKept = wanted.delete(nameOf(row.part, row.itemType, row.itemKey));
    if (!isKept) await store.remove("sodRuleItems", row.key);
  }
  await store.addAll(
    "sodRuleItems",
    [...wanted.values()].map((item) => ({ ...item, key: ids.guid(), ruleKey })),
  );
}
