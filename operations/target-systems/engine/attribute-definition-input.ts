import { z } from "zod";

import type { AttributeDefinition } from "#domain/discovery/attribute-definitions.ts";
import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import { targetSystemAttributeDefinitions } from "#domain/resources/target-system-attribute-definitions.ts";
import { isSecretAttribute } from "#domain/secret-attributes.ts";

import { inputOf } from "../../resource-input.ts";

type Definition = Omit<AttributeDefinition, "valueRegex" | "type"> & { readonly discoveredObjectType: string };

// Empty in either form means that nothing is mapped (specification section 2).
const mapped = z
  .string()
  .trim()
  .max(idMaxCharacters)
  .nullable()
  .transform((text) => (text === "" ? null : text));

/** A new definition as a caller gives it. */
export const newAttributeDefinition = inputOf(targetSystemAttributeDefinitions, "create", {
  mappedAttribute: mapped.optional().transform((given) => given ?? null),
});

/** Changes of a definition as a caller gives them. */
export const attributeDefinitionChanges = inputOf(targetSystemAttributeDefinitions, "change", {
  mappedAttribute: mapped.optional(),
});

/**
 * Checks a definition as it is to be: the bounds of the number of values, and whether what it sets can be set.
 * @throws ATTRIBUTE_VALUES_INVALID, ATTRIBUTE_ACTION_INVALID
 */
export function checkDefinition(definition: Definition): void {
  const { minValues, maxValues, attribute, mappedAttribute, discoveredObjectType } = definition;
  if (maxValues < minValues) throw new ServiceError("ATTRIBUTE_VALUES_INVALID", { target: "maxValues" });
  for (const action of ["actionOnCreate", "actionOnUpdate"] as const) {
    if (definition[action] !== "set") continue;
    if (mappedAttribute === null || discoveredObjectType !== "user" || isSecretAttribute(attribute))
      throw new ServiceError("ATTRIBUTE_ACTION_INVALID", { target: action });
  }
}
