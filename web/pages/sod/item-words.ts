import type { SodItem } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";

/** Items of the catalog by their keys, as far as they are known. */
export type KnownItems = ReadonlyMap<string, { readonly name: string }>;

interface Told {
  readonly names: KnownItems | undefined;
  readonly say: Say;
}

/** Returns words for an item of a rule: its type and its name; the key stands for an unknown name. */
export function itemWords({ itemType, itemKey }: SodItem, { names, say }: Told): string {
  return say(`sod.item.${itemType}`, { name: names?.get(itemKey)?.name ?? itemKey });
}
