import { oneOf } from "#domain/query/condition.ts";
import { operationCodesWhere } from "#domain/requests/operation-codes.ts";
import { codesFor, type RequestableType } from "#domain/requests/requestable.ts";

import { abilitiesOfTargets } from "../../abilities/abilities-of-targets.ts";
import { type CatalogueContext, type CatalogueRow, targetsOf, templatesOf, type ValueOf } from "./catalogue-row.ts";

/** Codes of operations about the membership in a role. */
const roleCodes = operationCodesWhere(({ family }) => family === "role");

/**
 * Finds the operations with which rows of the catalog can be requested: those that the connector of their target system supports, or
 * implementers perform, and none of its options forbids; of a template those that it names, of a role those of its members.
 */
export async function codesOfItems(context: CatalogueContext, rows: readonly CatalogueRow[]): Promise<ValueOf> {
  const targets = await context.store.select("targetSystems", { where: oneOf("id", targetsOf(rows)) });
  const canDo = await abilitiesOfTargets(context, targets);
  const keys = rows.filter(({ resourceType }) => resourceType === "managedGroup").map(({ key }) => String(key));
  const groups = keys.length === 0 ? [] : await context.store.select("groups", { where: oneOf("key", keys) });
  const known = new Map(groups.map((group) => [group.key, group]));
  const templates = await templatesOf(context, rows);
  return ({ key, resourceType, targetSystemKey }) => {
    const type = resourceType as RequestableType;
    if (type === "role") return roleCodes;
    if (type === "template") return [...new Set(templates.get(String(key))?.operations.map(({ code }) => code))];
    return codesFor(type).filter((code) => canDo(String(targetSystemKey), code, known.get(String(key))));
  };
}
