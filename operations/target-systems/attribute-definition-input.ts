import { z } from "zod";

import { type AttributeDefinition, regexFault } from "#domain/attribute-definitions.ts";
import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import { isSecretAttribute } from "#domain/secret-attributes.ts";

import { filledText } from "../text-input.ts";

/** What a listing of a target system finds. */
const discoveredObjectTypes = ["user", "group", "computer", "ou", "subscriber"] as const;
/** The types of an attribute's values. */
const attributeTypes = ["string", "number", "boolean", "dateTime"] as const;
/** What happens with an attribute: nothing, its mapped value is set, or it is copied from the template account. */
const attributeActions = ["ignore", "set", "copy"] as const;

type Definition = Omit<AttributeDefinition, "valueRegex" | "type"> & { readonly discoveredObjectType: string };

const regexMaxCharacters = 400;
const valuesMax = 10_000;

const name = filledText(idMaxCharacters);
const regexRule = "must be a regular expression that is quick to judge";
const regex = z
  .string()
  .min(1, "must not be empty; send null for none")
  .max(regexMaxCharacters)
  .superRefine((text, refinement) => {
    const fault = regexFault(text);
    if (fault !== undefined)
      refinement.addIssue({
        code: "custom",
        message: `${regexRule}: it ${fault}`,
      });
  })
  .meta({ rule: regexRule });

/** The properties that say what a definition is for; they must not be empty. */
export const attributeDefinitionNames = {
  attribute: name,
  discoveredObjectType: z.enum(discoveredObjectTypes, {
    error: ({ input }) =>
      input === undefined || input === null || input === ""
        ? "must not be empty"
        : `must be one of ${discoveredObjectTypes.join(", ")}`,
  }),
};

/** The other properties; what is left out keeps its value, or takes the initial one. */
export const attributeDefinitionFields = {
  // Empty in either form means that nothing is mapped (specification section 2).
  mappedAttribute: z
    .string()
    .trim()
    .max(idMaxCharacters)
    .nullable()
    .transform((text) => (text === "" ? null : text))
    .optional(),
  type: z.enum(attributeTypes).optional(),
  actionOnCreate: z.enum(attributeActions).optional(),
  actionOnUpdate: z.enum(attributeActions).optional(),
  sequence: z.int().min(0).optional(),
  minValues: z.int().min(0).max(valuesMax).optional(),
  maxValues: z.int().min(1).max(valuesMax).optional(),
  loadFromTarget: z.boolean().optional(),
  valueRegex: regex.nullable().optional(),
};

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
