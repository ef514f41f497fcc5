import type { CallContext } from "../../kernel/context.ts";

/** A row of the catalog, as far as its additions depend on it. */
export type CatalogueRow = Readonly<Record<string, unknown>>;

/** Services for the additions; `visible` is undefined if no policy was asked about shown names. */
export type CatalogueContext = Pick<CallContext, "store" | "settings"> & Partial<Pick<CallContext, "visible">>;

/** Function that computes a value of a row. */
export type ValueOf = (row: CatalogueRow) => unknown;

/** Returns the target systems of some rows, each once. */
export function targetsOf(rows: readonly CatalogueRow[]): readonly string[] {
  return [...new Set(rows.map(({ targetSystemKey }) => String(targetSystemKey)))];
}
