import { oneOf } from "#domain/query/condition.ts";

import { type CatalogueContext, type CatalogueRow, targetsOf, type ValueOf } from "./catalogue-row.ts";

/** Finds the performers of requested operations about rows of the catalog: those of a group, or else those of its target system. */
export async function fulfilmentsOfItems({ store }: CatalogueContext, rows: readonly CatalogueRow[]): Promise<ValueOf> {
  const targets = await store.select("targetSystems", { where: oneOf("id", targetsOf(rows)) });
  const ofTargets = new Map(targets.map(({ id, fulfilment }) => [id, fulfilment]));
  const keys = rows.filter(({ resourceType }) => resourceType === "managedGroup").map(({ key }) => String(key));
  const groups = keys.length === 0 ? [] : await store.select("groups", { where: oneOf("key", keys) });
  const ofGroups = new Map(groups.map(({ key, fulfilment }) => [key, fulfilment]));
  return ({ key, targetSystemKey }) =>
    ofGroups.get(String(key)) ?? ofTargets.get(String(targetSystemKey)) ?? "connector";
}
