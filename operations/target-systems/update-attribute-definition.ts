import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { definedFields } from "../defined-fields.ts";
import { childRow } from "../read/child-row.ts";
import { attributeDefinitionChanges, checkDefinition } from "./engine/attribute-definition-input.ts";
import { refuseDefined } from "./engine/refuse-defined.ts";
import { requireHonoured } from "./engine/require-honoured.ts";

/**
 * Changes the fields of an attribute definition that are given.
 * @throws NOT_FOUND, ATTRIBUTE_DEFINITION_EXISTS, ATTRIBUTE_VALUES_INVALID,
 * ATTRIBUTE_ACTION_INVALID, NOT_SUPPORTED
 */
export const updateAttributeDefinition = defineOperation({
  name: "targetSystems.updateAttributeDefinition",
  input: z.strictObject({
    targetSystemId: z.string(),
    key: z.string(),
    ...attributeDefinitionChanges,
  }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("targetSystems"), rows: true },
    { name: policyOf.update("targetSystems/attributeDefinitions") },
  ],
  audit: { operation: "TGAU", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, { targetSystemId, key, ...fields }) {
    const known = await childRow(context, {
      table: "targetSystemAttributeDefinitions",
      key,
      column: "targetSystemId",
      parent: { table: "targetSystems", policy: policyOf.get("targetSystems"), key: targetSystemId },
    });
    const changes = definedFields(fields);
    const definition = { ...known, ...changes };
    checkDefinition(definition);
    requireHonoured("attributeDefinitions", fields);
    await refuseDefined(context, definition);
    return context.store.save("targetSystemAttributeDefinitions", { ...changes, key });
  },
});
