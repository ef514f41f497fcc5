import type { ServiceContext } from "#operations/kernel/context.ts";
import type { Row } from "#store/tables.ts";

import type { RestUser } from "./rest.ts";

type Definition = Row<"targetSystemAttributeDefinitions">;

/** Parts of a definition that a test sets; the rest is as by default. */
export interface DefinitionSketch extends Partial<Pick<Definition, "mayGiveRights" | "maxValues" | "type">> {
  readonly attribute: string;
  readonly of?: "user" | "group";
}

/** A definition as a test writes it; a text is an attribute of accounts. */
export type AttributeSketch = string | DefinitionSketch;

/** Defines attributes of a target system, so that users may request them; by default they accept any number of values. */
export async function defineAttributes(
  { store, ids }: Pick<ServiceContext, "store" | "ids">,
  targetSystemId: string,
  definitions: readonly AttributeSketch[],
): Promise<void> {
  for (const definition of definitions) {
    const { of = "user", ...part } = typeof definition === "string" ? { attribute: definition } : definition;
    await store.save("targetSystemAttributeDefinitions", {
      key: ids.guid(),
      targetSystemId,
      discoveredObjectType: of,
      maxValues: 100,
      ...part,
    });
  }
}

/** Defines attributes of accounts over the REST API, by their names. */
export async function defineOverRest(admin: RestUser, targetSystemId: string, names: readonly string[]): Promise<void> {
  for (const attribute of names) {
    const definition = { attribute, discoveredObjectType: "user" };
    const { status, body } = await admin.post(
      `/v2/targetSystems('${targetSystemId}')/attributeDefinitions`,
      definition,
    );
    if (status !== 201) throw new Error(`'${attribute}' was not defined: ${JSON.stringify(body)}`);
  }
}
