import { oneOf } from "#domain/query/condition.ts";

import { attributeRules, attributeVerdict } from "../../requests/engine/attribute-rules.ts";
import { type CatalogueContext, type CatalogueRow, targetsOf, type ValueOf } from "./catalogue-row.ts";

/** Of which objects attributes are asked, by the type of what is asked for. */
const objectTypes: Readonly<Record<string, readonly ("account" | "group")[]>> = {
  targetSystem: ["account", "group"],
  managedGroup: ["group"],
};

/**
 * The attributes that are asked where rows of the catalogue are asked for: those that a request takes from people who may not define
 * attributes, but for the name of the object, which has rules of its own.
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
