import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { givenChanges } from "../given-changes.ts";
import { visibleRow } from "../read/visible-row.ts";
import { attributeDefinitionFields, attributeDefinitionNames, checkDefinition } from "./attribute-definition-input.ts";
import { refuseDefined } from "./refuse-defined.ts";
import { requireHonoured } from "./require-honoured.ts";

const initial = {
  mappedAttribute: null,
  type: "string",
  actionOnCreate: "ignore",
  actionOnUpdate: "ignore",
  sequence: 0,
  minValues: 0,
  maxValues: 1,
  loadFromTarget: true,
  valueRegex: null,
} as const;

/**
 * Adds an attribute definition to a target system.
 * @throws NOT_FOUND, ATTRIBUTE_DEFINITION_EXISTS, ATTRIBUTE_VALUES_INVALID,
 * ATTRIBUTE_ACTION_INVALID, NOT_SUPPORTED
 */
export const createAttributeDefinition = defineOperation({
  name: "targetSystems.createAttributeDefinition",
  operationType: "ATTRIBUTE_DEFINITION_CREATE",
  input: z.strictObject({
    targetSystemId: z.string(),
    ...attributeDefinitionNames,
    ...attributeDefinitionFields,
  }),
  callers: ["user", "engine"],
  policies: [{ name: "targetsystems_get", rows: true }, { name: "targetsystems_attributedefinitions_post_create" }],
  audit: {
    operation: "TGAC",
    describe: ({ targetSystemId, attribute }) => ({ targetSystem: targetSystemId, ident: attribute }),
  },
  async run(context, { targetSystemId, ...fields }) {
    await visibleRow(context, { table: "targetSystems", policy: "targetsystems_get", key: targetSystemId });
    const { attribute, discoveredObjectType } = fields;
    const definition = { ...initial, ...givenChanges(fields), attribute, discoveredObjectType, targetSystemId };
    checkDefinition(definition);
    requireHonoured("attributeDefinitions", fields);
    await refuseDefined(context, definition);
    return context.store.save("targetSystemAttributeDefinitions", { ...definition, key: context.ids.guid() });
  },
});
