import type { ReactNode } from "react";

import type { TextKey } from "../messages/text.ts";

/** A column of a list. */
export interface TableColumn<Row> {
  /** Its name in addresses and in what is remembered. */
  readonly name: string;
  readonly title: TextKey;
  /** What is shown of a row. */
  cell(row: Row): ReactNode;
  /** The same as a text, for a file of the whole list; without it the column is not in the file. */
  text?(row: Row): string;
  /** The property by which the list can be sorted. */
  readonly sortBy?: string;
  /** True where it is shown only to who asks for it. */
  readonly isHidden?: true;
}

/** A filter of a list: one of a few conditions, or one that is made of what somebody enters. */
export type TableFilter = ChosenFilter | EnteredFilter;

/** A filter by one of a few conditions. */
export interface ChosenFilter {
  readonly name: string;
  readonly title: TextKey;
  readonly choices: readonly FilterChoice[];
}

/** A filter by a text or a moment that somebody enters, or by a person: the key, for whom people may be found by name. */
export interface EnteredFilter {
  readonly name: string;
  readonly title: TextKey;
  readonly enters: "text" | "moment" | "person";
  /** The condition, in the words of OData; undefined = what was entered is none. */
  where(entered: string): string | undefined;
}

/** One of the conditions of a filter: a text of the pages, or a name that somebody has given. */
export type FilterChoice = ({ readonly text: TextKey } | { readonly name: string }) & {
  readonly value: string;
  /** The condition, in the words of OData. */
  readonly where: string;
};

/** What a list shows, and how it is asked for. */
export interface TableSource<Row> {
  /** The name under which columns and views of it are remembered in this browser. */
  readonly name: string;
  /** What the table is called by a screen reader. */
  readonly title: TextKey;
  /** The path of the set. */
  readonly path: string;
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
  readonly filters?: readonly TableFilter[];
  /** What is asked for beside the view: `$select` and `$expand`. */
  readonly select?: string;
  readonly expand?: string;
  /** A condition that always holds. */
  readonly where?: string;
  /** The property that makes an order total, and the order where nobody has chosen one. */
  readonly keyProperty: string;
  readonly usualOrder: string;
  /** False where the set takes no `$search`. */
  readonly isSearched?: boolean;
  /** How often it is read anew while somebody looks; as others are where it is not said. */
  readonly followedEachMs?: number;
  /** What is said where there is nothing at all, and what to do then. */
  readonly empty: TextKey;
}
