import type { ReactNode } from "react";

import type { Page, Path } from "../api/odata.ts";
import type { TextKey } from "../messages/text.ts";

/** A column of a list. */
export interface TableColumn<Row> {
  /** Name in addresses and in saved views. */
  readonly name: string;
  readonly title: TextKey;
  /** Returns the content of the cell of a row. */
  cell(row: Row): ReactNode;
  /** Returns the content as text for an export of the list; a column without it is not exported. */
  text?(row: Row): string;
  /** Property by which the list can be sorted. */
  readonly sortBy?: string;
  /** True if the column is hidden until the user selects it. */
  readonly isHidden?: true;
}

/** A filter of a list: one of several conditions, or a condition with an entered value. */
export type TableFilter = ChosenFilter | EnteredFilter;

/** A filter with several conditions to select from. */
export interface ChosenFilter {
  readonly name: string;
  readonly title: TextKey;
  readonly choices: readonly FilterChoice[];
}

/** A filter by an entered text, moment or person; a person is entered as a key or found by name. */
export interface EnteredFilter {
  readonly name: string;
  readonly title: TextKey;
  readonly enters: "text" | "moment" | "person";
  /** Returns the condition in OData's syntax; undefined if the entered value gives none. */
  where(entered: string): string | undefined;
}

/** A condition of a filter: its label is a text of the pages, or a name that a user has given. */
export type FilterChoice = ({ readonly text: TextKey } | { readonly name: string }) & {
  readonly value: string;
  /** Condition in OData's syntax. */
  readonly where: string;
};

/** Content of a list and the way to read it. */
export interface TableSource<Row> {
  /** Name under which columns and views of the list are saved in this browser. */
  readonly name: string;
  /** Prefix of its parameters in the address, on a page with several lists; none by default. */
  readonly prefix?: string;
  /** Accessible name of the table. */
  readonly title: TextKey;
  /** Path of the set. */
  readonly path: Path<Page<Row>>;
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
  /** Reads what the texts of an export need besides its rows, such as names, and returns its columns; absent if they need no more. */
  exportedColumns?(rows: readonly Row[]): Promise<readonly TableColumn<Row>[]>;
  readonly filters?: readonly TableFilter[];
  /** Options beside those of the view: `$select` and `$expand`. */
  readonly select?: string;
  readonly expand?: string;
  /** A condition that always applies. */
  readonly where?: string;
  /** Property that makes an order total, and the default order. */
  readonly keyProperty: string;
  readonly usualOrder: string;
  /** False if the set does not support `$search`. */
  readonly isSearched?: boolean;
  /** Milliseconds between two reads while the user is active; the default of lists if absent. */
  readonly followedEachMs?: number;
  /** Message of an empty list, with the next step. */
  readonly empty: TextKey;
}
