import { itemChangesShownMax } from "#domain/catalogue-limits.ts";
import { type CatalogueDetails, changedDetails, detailNames } from "#domain/catalogue/catalogue-details.ts";
import type { ItemChange, ItemChanges } from "#domain/catalogue/item-changes.ts";
import { giveWay, isTurnOver } from "#platform/loop-turns.ts";

import type { CallContext } from "../../kernel/context.ts";
import { namesOf } from "./detail-words.ts";
import { type Item, saveDetails } from "./save-details.ts";

/** An item with the details to set. */
export interface WantedDetails {
  readonly item: Item;
  readonly changes: Partial<CatalogueDetails>;
}

/** Items whose details change, and the plan for callers. */
export interface DetailsPlan extends Omit<ItemChanges, "written"> {
  readonly wanted: readonly WantedDetails[];
}

/** Plans the changes of the details of items; items that have them already stay as they are. */
export async function planDetails(
  all: readonly WantedDetails[],
  faults: ItemChanges["faults"] = [],
): Promise<DetailsPlan> {
  const wanted: WantedDetails[] = [];
  const changes: ItemChange[] = [];
  for (const one of all) {
    if (isTurnOver()) await giveWay();
    const before = detailsOf(one.item);
    const changed = changedDetails(before, one.changes);
    if (changed.length === 0) continue;
    wanted.push(one);
    if (changes.length >= itemChangesShownMax) continue;
    const { key, resourceType, targetSystemKey, name } = one.item;
    changes.push({ key, resourceType, targetSystemKey, name, changed, before, after: { ...before, ...one.changes } });
  }
  return { wanted, selected: all.length, changed: wanted.length, changes, faults };
}

/** Returns the details of an item. */
function detailsOf(item: Item): CatalogueDetails {
  return Object.fromEntries(detailNames.map((name) => [name, item[name]])) as unknown as CatalogueDetails;
}

/** Returns a plan without the rows to write. */
export function shownPlan({ wanted: _rows, ...plan }: DetailsPlan, written: boolean): ItemChanges {
  return { ...plan, written };
}

/** Writes planned details in the current transaction, in the order of the keys, each with its own audit row. */
export async function writeDetails(context: CallContext, { wanted }: DetailsPlan): Promise<void> {
  const { store, caller } = context;
  // In one order, so that two calls over the same items do not wait for each other.
  for (const { item, changes } of wanted.toSorted((one, other) => (one.item.key < other.item.key ? -1 : 1))) {
    await saveDetails(context, item, changes);
    await store.audit({
      sessid: caller.sessid,
      operation: "CTUP",
      result: "S",
      actor: caller.key ?? caller.id,
      ip: caller.ip ?? null,
      requestId: caller.requestId,
      ident: item.key,
      message: namesOf(changes),
    });
  }
}
