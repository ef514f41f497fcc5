import { oneOf } from "#domain/query/condition.ts";

import { attributeRules, attributeVerdict } from "../../requests/engine/attribute-rules.ts";
import { type CatalogueContext, type CatalogueRow, targetsOf, type ValueOf } from "./catalogue-row.ts";

/** Types of objects whose attributes are asked, by the type of the requested resource. */
const objectTypes: Readonly<Record<string, readonly ("account" | "group")[]>> = {
  targetSystem: ["account", "group"],
  managedGroup: ["group"],
};

/**
 * Finds the attributes that are asked when rows of the catalog are requested: those that a request accepts from people who may not define
 * attributes. The name of the object is left out, because it has its own rules.
 */
export async function fieldsOfItems(context: CatalogueContext, rows: readonly CatalogueRow[]): Promise<ValueOf> {
  const targets = await context.store.select("targetSystems", { where: oneOf("id", targetsOf(rows)) });
  const rulesOf = await attributeRules(context, targets);
  return ({ resourceType, targetSystemKey }) =>
    (objectTypes[String(resourceType)] ?? []).flatMap((of) => {
      const rules = rulesOf(String(targetSystemKey), of);
      return rules.definitions
        .filter(({ attribute }) => attributeVerdict(attribute, rules) === "taken")
        .map((definition) => ({
          ...definition,
          fromProfile: definition.actionOnCreate === "set" && definition.mappedAttribute !== null,
        }));
    });
}
