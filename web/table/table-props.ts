import type { ReactNode } from "react";

import type { ShortcutName } from "../keyboard/shortcuts.ts";
import type { TableSource } from "./table-column.ts";

/** Properties of a list. */
export interface ResourceTableProps<Row> {
  readonly source: TableSource<Row>;
  /**
   * Selected rows by their keys, as they were read at the selection, and the function that changes them. Without it rows cannot be
   * selected.
   */
  readonly chosen?: { readonly rows: ReadonlyMap<string, Row>; change(rows: ReadonlyMap<string, Row>): void };
  /** Action that adds something: above the list, or in the empty state; null if policies forbid it. */
  readonly add?: ReactNode;
  /** Actions on the selected rows or on the list. */
  readonly actions?: ReactNode;
  /** Additional content of the empty state. */
  readonly whereEmpty?: ReactNode;
  /** Names of the columns that fit while something stands beside the list; undefined for the selected ones. */
  readonly narrowedTo?: readonly string[] | undefined;
  /** Actions of keys on the row with the focus; they get undefined if no row has it. */
  readonly keysOfRow?: Partial<Record<ShortcutName, (row: Row | undefined) => void>>;
}
