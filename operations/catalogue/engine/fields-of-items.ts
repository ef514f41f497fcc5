import { allOf, oneOf } from "#domain/query/condition.ts";

import { nameAttribute } from "../../requests/engine/order-subject.ts";
import { type CatalogueContext, type CatalogueRow, targetsOf, type ValueOf } from "./catalogue-row.ts";

/** Of which objects attributes are asked, by the type of what is asked for. */
const objectTypes: Readonly<Record<string, readonly string[]>> = {
  targetSystem: ["user", "group"],
  managedGroup: ["group"],
};

/**
 * The attributes that are asked where rows of the catalogue are asked for: those that their target system defines, but for the name
 * of the object, which has rules of its own.
 */
export async function fieldsOfItems({ store }: CatalogueContext, rows: readonly CatalogueRow[]): Promise<ValueOf> {
  const definitions = await store.select("targetSystemAttributeDefinitions", {
    where: allOf(oneOf("targetSystemId", targetsOf(rows)), oneOf("discoveredObjectType", ["user", "group"])),
    orderBy: [
      ["discoveredObjectType", "desc"],
      ["sequence", "asc"],
      ["attribute", "asc"],
    ],
  });
  const byTarget = Map.groupBy(definitions, ({ targetSystemId }) => targetSystemId);
  return ({ resourceType, targetSystemKey }) => {
    const types = objectTypes[String(resourceType)] ?? [];
    return (byTarget.get(String(targetSystemKey)) ?? [])
      .filter(
        ({ attribute, discoveredObjectType }) => attribute !== nameAttribute && types.includes(discoveredObjectType),
      )
      .map((definition) => ({
        ...definition,
        fromProfile: definition.actionOnCreate === "set" && definition.mappedAttribute !== null,
      }));
  };
}
