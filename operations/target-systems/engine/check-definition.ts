import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import { isSecretAttribute } from "#domain/secret-attributes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { requireHonoured } from "./require-honoured.ts";

type Column =
  | ("targetSystemId" | "attribute" | "discoveredObjectType" | "mappedAttribute")
  | ("actionOnCreate" | "actionOnUpdate" | "minValues" | "maxValues");
type Definition = Pick<Row<"targetSystemAttributeDefinitions">, Column> & { readonly key?: string };

/** Schema of a mapped attribute: empty in either form means that nothing is mapped (specification section 2). */
export const mappedAttribute = z
  .string()
  .trim()
  .max(idMaxCharacters)
  .nullable()
  .transform((text) => (text === "" ? null : text));

/**
 * Checks a definition after its change, and the given fields: the limits of the number of values, whether its actions are possible, and
 * whether another definition is for the same attribute of the same objects.
 * @throws ATTRIBUTE_VALUES_INVALID, ATTRIBUTE_ACTION_INVALID, NOT_SUPPORTED, ATTRIBUTE_DEFINITION_EXISTS
 */
export async function checkDefinition(
  { store }: CallContext,
  definition: Definition,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { targetSystemId, discoveredObjectType, attribute, mappedAttribute: mapped } = definition;
  if (definition.maxValues < definition.minValues)
    throw new ServiceError("ATTRIBUTE_VALUES_INVALID", { target: "maxValues" });
  for (const action of ["actionOnCreate", "actionOnUpdate"] as const) {
    if (definition[action] !== "set") continue;
    if (mapped === null || discoveredObjectType !== "user" || isSecretAttribute(attribute))
      throw new ServiceError("ATTRIBUTE_ACTION_INVALID", { target: action });
  }
  requireHonoured("attributeDefinitions", given);
  const [same] = await store.select("targetSystemAttributeDefinitions", {
    where: { targetSystemId, discoveredObjectType, attribute },
    limit: 1,
  });
  if (same && same.key !== definition.key)
    throw new ServiceError("ATTRIBUTE_DEFINITION_EXISTS", { target: "attribute" });
}
