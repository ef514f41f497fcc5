import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { accountWrite, queueOnAccount } from "./engine/account-write.ts";

/**
 * Deletes an account on its target system; its row goes when the target has done so.
 * @throws NOT_FOUND and every code of `queueOperations`
 */
export const deleteAccount = defineOperation({
  name: "accounts.delete",
  operationType: "ACCOUNT_DELETE",
  input: z.strictObject({ key: keyInput }),
  ...accountWrite(policyOf.remove("accounts")),
  async run(context, { key }) {
    return queueOnAccount(context, await requireRow(context, "accounts", key), [{ code: "DELU" }]);
  },
});
