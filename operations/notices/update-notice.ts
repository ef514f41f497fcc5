import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { notices } from "#domain/resources/notices.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

/**
 * Marks a notice as read, or as not read, for whom it is.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const updateNotice = defineOperation({
  name: "notices.update",
  input: z.strictObject({ key: keyInput, ...inputOf(notices, "change") }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("notices"), rows: true },
    // One that does not exist has no facts, so that nobody can probe keys.
    {
      name: policyOf.update("notices"),
      facts: async ({ store }, { key }) => ({ ...(await store.get("notices", key)) }),
    },
  ],
  audit: { operation: "NTRD", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }) {
    await lockedRow(context, { table: "notices", key });
    return context.store.save("notices", { key, ...definedFields(fields) });
  },
});
