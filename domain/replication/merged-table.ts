import type { Column } from "../resources/format/property.ts";
import type { TableClass } from "../resources/format/table-classes.ts";

/** Facts about a table that merging needs; the store's tables have them all. */
export interface MergedTable {
  readonly class: TableClass;
  readonly primaryKey: string;
  readonly columns: Readonly<
    Record<string, Pick<Column, "kind" | "rises" | "initial"> & Partial<Pick<Column, "nullable" | "size" | "ofNode">>>
  >;
}
