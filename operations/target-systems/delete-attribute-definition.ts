import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { childRow } from "../read/child-row.ts";

/**
 * Removes an attribute definition of a target system.
 * @throws NOT_FOUND
 */
export const deleteAttributeDefinition = defineOperation({
  name: "targetSystems.deleteAttributeDefinition",
  input: z.strictObject({ targetSystemId: z.string(), key: z.string() }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("targetSystems"), rows: true },
    { name: policyOf.remove("targetSystems/attributeDefinitions") },
  ],
  audit: { operation: "TGAD", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, { targetSystemId, key }) {
    await childRow(context, {
      table: "targetSystemAttributeDefinitions",
      key,
      column: "targetSystemId",
      parent: { table: "targetSystems", policy: policyOf.get("targetSystems"), key: targetSystemId },
    });
    await context.store.remove("targetSystemAttributeDefinitions", key);
    return {};
  },
});
