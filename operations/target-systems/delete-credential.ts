import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { childRow } from "../read/child-row.ts";

/**
 * Removes a credential of a target system.
 * @throws NOT_FOUND
 */
export const deleteCredential = defineOperation({
  name: "targetSystems.deleteCredential",
  input: z.strictObject({ targetSystemId: z.string(), key: z.string() }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("targetSystems"), rows: true },
    { name: policyOf.remove("targetSystems/credentials") },
  ],
  audit: { operation: "TGCD", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, { targetSystemId, key }) {
    await childRow(context, {
      table: "targetSystemCredentials",
      key,
      column: "targetSystemId",
      parent: { table: "targetSystems", policy: policyOf.get("targetSystems"), key: targetSystemId },
    });
    await context.store.remove("targetSystemCredentials", key);
    return {};
  },
});
