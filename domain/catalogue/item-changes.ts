import type { RowFault } from "../csv-table.ts";
import type { RequestableType } from "../requests/requestable.ts";
import type { CatalogueDetails, DetailName } from "./catalogue-details.ts";

/** Change of the details of a catalog item. */
export interface ItemChange {
  readonly key: string;
  readonly resourceType: RequestableType;
  /** Key of its target system; null for a template. */
  readonly targetSystemKey: string | null;
  readonly name: string;
  /** Names of the changed details. */
  readonly changed: readonly DetailName[];
  readonly before: CatalogueDetails;
  readonly after: CatalogueDetails;
}

/** Result, or plan, of a change of many items. */
export interface ItemChanges {
  /** False if nothing was written. */
  readonly written: boolean;
  /** Number of the items that the file or the condition names. */
  readonly selected: number;
  /** Number of the items whose details change. */
  readonly changed: number;
  /** First changes. */
  readonly changes: readonly ItemChange[];
  /** Faults of lines of a file. */
  readonly faults: readonly RowFault[];
}
