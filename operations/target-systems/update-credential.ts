import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { givenChanges } from "../given-changes.ts";
import { childRow } from "../read/child-row.ts";
import { credentialFields, saveCredential } from "./save-credential.ts";

const { administratorId, password, managedAccountKey } = credentialFields;

/**
 * Changes the fields of a credential that are given.
 * @throws NOT_FOUND, CREDENTIAL_ACCOUNT_UNKNOWN
 */
export const updateCredential = defineOperation({
  name: "targetSystems.updateCredential",
  operationType: "TARGET_CREDENTIAL_UPDATE",
  input: z.strictObject({
    targetSystemId: z.string(),
    key: z.string(),
    administratorId: administratorId.optional(),
    password,
    runAs: z.boolean().optional(),
    isSystemPassword: z.boolean().optional(),
    useOrder: z.int().optional(),
    managedAccountKey,
  }),
  callers: ["user"],
  policies: [{ name: "targetsystems_get", rows: true }, { name: "targetsystems_credentials_patch_update" }],
  audit: { operation: "TGCU", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, { targetSystemId, key, ...fields }) {
    const known = await childRow(context, {
      table: "targetSystemCredentials",
      key,
      column: "targetSystemId",
      parent: { table: "targetSystems", policy: "targetsystems_get", key: targetSystemId },
    });
    const { administratorId: login, runAs, isSystemPassword, useOrder, managedAccountKey: account } = known;
    const before = { administratorId: login, runAs, isSystemPassword, useOrder, managedAccountKey: account };
    return saveCredential(context, key, { ...before, ...givenChanges(fields), targetSystemId }, fields);
  },
});
