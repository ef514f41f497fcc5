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

/**
 * What replication may do with a table's rows (design: changes carry per-column stamps): `shared` everywhere the same,
 * `owned` changed by its node only, `grow` and `append` never changed afterwards, `local` not logged at all.
 */
export type TableClass = "shared" | "owned" | "grow" | "append" | "local";

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
