import { z } from "zod";

import { targetSystemAttributeDefinitions } from "#domain/resources/target-system-attribute-definitions.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { childRemovalOf, policiesOfChange } from "../kernel/row-changes.ts";
import { childRow } from "../kernel/rows/child-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { checkDefinition, mappedAttribute } from "./engine/check-definition.ts";

const definitions = {
  table: "targetSystemAttributeDefinitions",
  path: "targetSystems/attributeDefinitions",
  column: "targetSystemId",
} as const;

const keys = { targetSystemId: z.string(), key: z.string() };

/**
 * Adds an attribute definition to a target system.
 * @throws NOT_FOUND, ATTRIBUTE_DEFINITION_EXISTS, ATTRIBUTE_VALUES_INVALID,
 * ATTRIBUTE_ACTION_INVALID, NOT_SUPPORTED
 */
export const createAttributeDefinition = defineOperation({
  name: "targetSystems.createAttributeDefinition",
  input: z.strictObject({
    targetSystemId: z.string(),
    ...inputOf(targetSystemAttributeDefinitions, "create", {
      mappedAttribute: mappedAttribute.optional().transform((given) => given ?? null),
    }),
  }),
  callers: ["user", "engine"],
  policies: policiesOfChange("create", definitions.path),
  audit: {
    operation: "TGAC",
    describe: ({ targetSystemId, attribute }) => ({ targetSystem: targetSystemId, ident: attribute }),
  },
  async run(context, definition) {
    await visibleRow(context, { table: "targetSystems", key: definition.targetSystemId });
    await checkDefinition(context, definition, definition);
    return context.store.save(definitions.table, { ...definition, key: context.ids.guid() });
  },
});

/**
 * Changes the fields of an attribute definition that are given.
 * @throws NOT_FOUND, ATTRIBUTE_DEFINITION_EXISTS, ATTRIBUTE_VALUES_INVALID,
 * ATTRIBUTE_ACTION_INVALID, NOT_SUPPORTED
 */
export const updateAttributeDefinition = defineOperation({
  name: "targetSystems.updateAttributeDefinition",
  input: z.strictObject({
    ...keys,
    ...inputOf(targetSystemAttributeDefinitions, "change", { mappedAttribute: mappedAttribute.optional() }),
  }),
  callers: ["user"],
  policies: policiesOfChange("update", definitions.path),
  audit: { operation: "TGAU", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, { targetSystemId, key, ...fields }) {
    const known = await childRow(context, definitions, { targetSystemId, key });
    const changes = definedFields(fields);
    await checkDefinition(context, { ...known, ...changes }, fields);
    return context.store.save(definitions.table, { ...changes, key });
  },
});

/**
 * Removes an attribute definition of a target system.
 * @throws NOT_FOUND
 */
export const deleteAttributeDefinition = defineOperation({
  name: "targetSystems.deleteAttributeDefinition",
  input: z.strictObject(keys),
  callers: ["user"],
  audit: { operation: "TGAD", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  ...childRemovalOf(definitions),
});
