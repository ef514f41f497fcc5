import type { CallContext } from "../../kernel/context.ts";

/** A row of the catalogue, as far as what is added to it follows from it. */
export type CatalogueRow = Readonly<Record<string, unknown>>;

/** What the additions are made from; `visible` is missing where nobody was asked whose names may be told. */
export type CatalogueContext = Pick<CallContext, "store" | "settings"> & Partial<Pick<CallContext, "visible">>;

/** Makes a value of a row. */
export type ValueOf = (row: CatalogueRow) => readonly unknown[];

/** The target systems of some rows, each once. */
export function targetsOf(rows: readonly CatalogueRow[]): readonly string[] {
  return [...new Set(rows.map(({ targetSystemKey }) => String(targetSystemKey)))];
}
