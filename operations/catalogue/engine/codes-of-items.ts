import { oneOf } from "#domain/query/condition.ts";
import { codesFor, type RequestableType } from "#domain/requests/requestable.ts";

import { abilitiesOfTargets } from "../../abilities/abilities-of-targets.ts";
import { type CatalogueContext, type CatalogueRow, targetsOf, type ValueOf } from "./catalogue-row.ts";

/**
 * Finds the operations with which rows of the catalog can be requested: those that the connector of their target system supports, or
 * implementers perform, and none of its options forbids.
 */
export async function codesOfItems(context: CatalogueContext, rows: readonly CatalogueRow[]): Promise<ValueOf> {
  const targets = await context.store.select("targetSystems", { where: oneOf("id", targetsOf(rows)) });
  const canDo = await abilitiesOfTargets(context, targets);
  const keys = rows.filter(({ resourceType }) => resourceType === "managedGroup").map(({ key }) => String(key));
  const groups = keys.length === 0 ? [] : await context.store.select("groups", { where: oneOf("key", keys) });
  const known = new Map(groups.map((group) => [group.key, group]));
  return ({ key, resourceType, targetSystemKey }) =>
    codesFor(resourceType as RequestableType).filter((code) =>
      canDo(String(targetSystemKey), code, known.get(String(key))),
    );
}
