import type { ReactNode } from "react";

import type { ShortcutName } from "../keyboard/shortcuts.ts";
import type { TableSource } from "./table-column.ts";

/** What a list is given. */
export interface ResourceTableProps<Row> {
  readonly source: TableSource<Row>;
  /** The rows that are chosen, by their keys and as they were seen then, and how that changes; without it rows cannot be chosen. */
  readonly chosen?: { readonly rows: ReadonlyMap<string, Row>; change(rows: ReadonlyMap<string, Row>): void };
  /** What adds something: above the list, or in its place where there is nothing at all; null where policies forbid it. */
  readonly add?: ReactNode;
  /** What can be done with the rows that are chosen, or with the list. */
  readonly actions?: ReactNode;
  /** What is offered besides where there is nothing at all. */
  readonly whereEmpty?: ReactNode;
  /** The names of the columns for which there is room while something stands beside the list; undefined = for those that are chosen. */
  readonly narrowedTo?: readonly string[] | undefined;
  /** What keys do with the row in which the keyboard stands; undefined = in none. */
  readonly keysOfRow?: Partial<Record<ShortcutName, (row: Row | undefined) => void>>;
}
