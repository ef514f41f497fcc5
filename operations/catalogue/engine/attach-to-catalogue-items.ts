import type { CatalogueContext, CatalogueRow, ValueOf } from "./catalogue-row.ts";
import { codesOfItems } from "./codes-of-items.ts";
import { fieldsOfItems } from "./fields-of-items.ts";
import { fulfilmentsOfItems } from "./fulfilments-of-items.ts";
import { ownersOfItems } from "./owners-of-items.ts";
import { phasesOfItems } from "./phases-of-items.ts";

const makers: Readonly<Record<string, (context: CatalogueContext, rows: readonly CatalogueRow[]) => Promise<ValueOf>>> =
  {
    owner: ownersOfItems,
    fulfilment: fulfilmentsOfItems,
    codes: codesOfItems,
    fields: fieldsOfItems,
    phases: phasesOfItems,
  };

/** Adds to rows of the catalog the owners, performers, operations, fields and approvers of a request for them: a few statements for all of each. */
export async function attachToCatalogueItems(
  context: CatalogueContext,
  rows: readonly CatalogueRow[],
  wanted: readonly string[],
): Promise<readonly CatalogueRow[]> {
  const names = wanted.filter((name) => Object.hasOwn(makers, name));
  const made = await Promise.all(names.map(async (name) => [name, await makers[name]?.(context, rows)] as const));
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(made.map(([name, valueOf]) => [name, valueOf?.(row) ?? null])),
  }));
}
