import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { notices } from "#domain/resources/notices.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

/**
 * Marks a notice as read or unread for its recipient.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const updateNotice = defineOperation({
  name: "notices.update",
  input: z.strictObject({ key: keyInput, ...inputOf(notices, "change") }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("notices"), rows: true },
    // A missing notice has no facts, so that keys cannot be probed.
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
