import type { SodItem, SodPart } from "../../api/model.ts";

/** An item as it is entered: a group needs the target system that has it, so that it can be chosen. */
export interface ItemDraft extends SodItem {
  readonly targetSystemKey: string;
}

/** A part as it is entered. */
export interface PartDraft {
  readonly items: readonly ItemDraft[];
}

/** Item that an editor adds. */
export const newItem: ItemDraft = { itemType: "managedGroup", itemKey: "", targetSystemKey: "" };

/** Parts of a new rule. */
export const emptyParts: readonly PartDraft[] = [{ items: [newItem] }, { items: [newItem] }];

/** Returns parts as they are entered. */
export function draftsOf(parts: readonly SodPart[]): readonly PartDraft[] {
  return parts.map(({ items }) => ({ items: items.map((item) => ({ ...item, targetSystemKey: "" })) }));
}

/** Returns the parts that were entered, without items that name nothing and parts without items. */
export function partsFrom(drafts: readonly PartDraft[]): readonly SodPart[] {
  const parts = drafts.map(({ items }) => ({
    items: items.flatMap(({ itemType, itemKey }) => (itemKey === "" ? [] : [{ itemType, itemKey }])),
  }));
  return parts.filter(({ items }) => items.length > 0);
}
