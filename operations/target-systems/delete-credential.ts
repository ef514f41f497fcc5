import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { childRow } from "../read/child-row.ts";

/**
 * Removes a credential of a target system.
 * @throws NOT_FOUND
 */
export const deleteCredential = defineOperation({
  name: "targetSystems.deleteCredential",
  operationType: "TARGET_CREDENTIAL_DELETE",
  input: z.strictObject({ targetSystemId: z.string(), key: z.string() }),
  callers: ["user"],
  policies: [{ name: "targetsystems_get", rows: true }, { name: "targetsystems_credentials_delete" }],
  audit: { operation: "TGCD", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, { targetSystemId, key }) {
    await childRow(context, {
      table: "targetSystemCredentials",
      key,
      column: "targetSystemId",
      parent: { table: "targetSystems", policy: "targetsystems_get", key: targetSystemId },
    });
    await context.store.remove("targetSystemCredentials", key);
    return {};
  },
});
