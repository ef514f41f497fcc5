import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { visibleRow } from "../read/visible-row.ts";
import { checkDefinition, newAttributeDefinition } from "./engine/attribute-definition-input.ts";
import { refuseDefined } from "./engine/refuse-defined.ts";
import { requireHonoured } from "./engine/require-honoured.ts";

/**
 * Adds an attribute definition to a target system.
 * @throws NOT_FOUND, ATTRIBUTE_DEFINITION_EXISTS, ATTRIBUTE_VALUES_INVALID,
 * ATTRIBUTE_ACTION_INVALID, NOT_SUPPORTED
 */
export const createAttributeDefinition = defineOperation({
  name: "targetSystems.createAttributeDefinition",
  input: z.strictObject({ targetSystemId: z.string(), ...newAttributeDefinition }),
  callers: ["user", "engine"],
  policies: [
    { name: policyOf.get("targetSystems"), rows: true },
    { name: policyOf.create("targetSystems/attributeDefinitions") },
  ],
  audit: {
    operation: "TGAC",
    describe: ({ targetSystemId, attribute }) => ({ targetSystem: targetSystemId, ident: attribute }),
  },
  async run(context, definition) {
    const { targetSystemId: key } = definition;
    await visibleRow(context, { table: "targetSystems", policy: policyOf.get("targetSystems"), key });
    checkDefinition(definition);
    requireHonoured("attributeDefinitions", definition);
    await refuseDefined(context, definition);
    return context.store.save("targetSystemAttributeDefinitions", { ...definition, key: context.ids.guid() });
  },
});
