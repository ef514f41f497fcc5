import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { definedFields } from "../defined-fields.ts";
import { childRow } from "../read/child-row.ts";
import { credentialChanges, saveCredential } from "./save-credential.ts";

/**
 * Changes the fields of a credential that are given.
 * @throws NOT_FOUND, CREDENTIAL_ACCOUNT_UNKNOWN
 */
export const updateCredential = defineOperation({
  name: "targetSystems.updateCredential",
  input: z.strictObject({
    targetSystemId: z.string(),
    key: z.string(),
    ...credentialChanges,
  }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("targetSystems"), rows: true },
    { name: policyOf.update("targetSystems/credentials") },
  ],
  audit: { operation: "TGCU", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, { targetSystemId, key, ...fields }) {
    const known = await childRow(context, {
      table: "targetSystemCredentials",
      key,
      column: "targetSystemId",
      parent: { table: "targetSystems", policy: policyOf.get("targetSystems"), key: targetSystemId },
    });
    const { administratorId: login, runAs, isSystemPassword, useOrder, managedAccountKey: account } = known;
    const before = { administratorId: login, runAs, isSystemPassword, useOrder, managedAccountKey: account };
    return saveCredential(context, key, { ...before, ...definedFields(fields), targetSystemId }, fields);
  },
});
