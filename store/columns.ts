import type { JsonValue } from "#domain/json.ts";

/** How a value is kept: times are integer milliseconds UTC, `sealed` is an encrypted secret, `json` is text. */
export type ColumnKind = "text" | "longText" | "integer" | "time" | "flag" | "json" | "sealed";

/** One column of a table; `T` is the value a reader gets. */
export interface Column<T = unknown> {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** Length in characters; only for `text`. */
  readonly size?: number;
  /** Value of a new row that does not name the column. */
  readonly initial?: T;
  /** True where each node has a value of its own: the change log does not tell it. */
  readonly ofNode?: true;
  /** Carries the type only; never set. */
  readonly valueType?: T;
}

/** The characters that fit into an indexed text column on every database. */
const textSizeMax = 190;

/** A short text that can be indexed. */
export const text = (size = textSizeMax): Column<string> => ({ kind: "text", nullable: false, size });
/** A guid or another identifying text. */
export const key = (): Column<string> => text();
/** A text of any length. */
export const longText = (): Column<string> => ({ kind: "longText", nullable: false });
/** A whole number. */
export const integer = (initial?: number): Column<number> => ({
  kind: "integer",
  nullable: false,
  ...(initial === undefined ? {} : { initial }),
});
/** A moment in milliseconds UTC. */
export const time = (): Column<number> => ({ kind: "time", nullable: false });
/** True or false. */
export const flag = (initial?: boolean): Column<boolean> => ({
  kind: "flag",
  nullable: false,
  ...(initial === undefined ? {} : { initial }),
});
/** A value kept as JSON text. */
export const json = <T = JsonValue>(): Column<T> => ({ kind: "json", nullable: false });
/** An encrypted secret (`Store.seal`); the change log names it and never shows it. */
export const sealed = (): Column<string> => ({ kind: "sealed", nullable: false });
/** The same column, where null is allowed and is the value of a new row. */
export const optional = <T>(column: Column<T>): Column<T | null> => ({
  kind: column.kind,
  nullable: true,
  initial: null,
  ...(column.size === undefined ? {} : { size: column.size }),
});

/** The same column, where each node counts for itself. */
export const ofNode = <T>(column: Column<T>): Column<T> => ({ ...column, ofNode: true });

/** What may happen to the rows of a table, and where its changes go (design: changes carry per-column stamps). */
export const tableClasses = {
  /** Everywhere the same: the latest change of a column wins. */
  shared: { changes: true, removes: true, logged: true, leavesNode: true },
  /** Changed by the node that made it, read everywhere. */
  owned: { changes: true, removes: true, logged: true, leavesNode: true },
  /** Made once and dropped when its time is over; nothing else of it ever changes. */
  grow: { changes: false, removes: true, logged: true, leavesNode: true },
  /** Made once, for ever. */
  append: { changes: false, removes: false, logged: true, leavesNode: true },
  /** Known to all processes of its node, and never told to another node. */
  node: { changes: true, removes: true, logged: true, leavesNode: false },
  /** Machinery that nobody is told of. */
  local: { changes: true, removes: true, logged: false, leavesNode: false },
} as const;

/** The class of a table. */
export type TableClass = keyof typeof tableClasses;

/** A table as data. */
export interface Table<
  C extends Readonly<Record<string, Column>> = Readonly<Record<string, Column>>,
  P extends keyof C & string = keyof C & string,
> {
  readonly class: TableClass;
  readonly primaryKey: P;
  readonly columns: C;
}

/** Declares a table; keeps the exact column types. */
export function table<const C extends Readonly<Record<string, Column>>, const P extends keyof C & string>(
  definition: Table<C, P>,
): Table<C, P> {
  return definition;
}
