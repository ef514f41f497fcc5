import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** A row of the catalog, as far as its additions depend on it. */
export type CatalogueRow = Readonly<Record<string, unknown>>;

/** Services for the additions; `visible` is undefined if no policy was asked about shown names. */
export type CatalogueContext = Pick<CallContext, "store" | "settings"> & Partial<Pick<CallContext, "visible">>;

/** Function that computes a value of a row. */
export type ValueOf = (row: CatalogueRow) => unknown;

/** Returns the target systems of some rows, each once; a template has none of its own. */
export function targetsOf(rows: readonly CatalogueRow[]): readonly string[] {
  return [
    ...new Set(rows.flatMap(({ targetSystemKey }) => (typeof targetSystemKey === "string" ? [targetSystemKey] : []))),
  ];
}

/** Returns the templates behind some rows, by their keys. */
export async function templatesOf(
  { store }: Pick<CatalogueContext, "store">,
  rows: readonly CatalogueRow[],
): Promise<ReadonlyMap<string, Row<"templates">>> {
  const keys = rows.flatMap(({ key, resourceType }) => (resourceType === "template" ? [String(key)] : []));
  const templates = keys.length === 0 ? [] : await store.select("templates", { where: oneOf("key", keys) });
  return new Map(templates.map((template) => [template.key, template]));
}
