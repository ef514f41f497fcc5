import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { childRow } from "../read/child-row.ts";

/**
 * Removes a credential of a user, such as a question.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const removeCredential = defineOperation({
  name: "users.removeCredential",
  input: z.strictObject({ userKey: z.string(), key: z.string() }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("users"), rows: true },
    { name: policyOf.remove("users/credentials"), facts: (_, { userKey }) => Promise.resolve({ userKey }) },
  ],
  audit: { operation: "USQD", describe: ({ userKey, key }) => ({ recipient: userKey, ident: key }) },
  async run(context, { userKey, key }) {
    const parent = { table: "users", policy: policyOf.get("users"), key: userKey } as const;
    await childRow(context, { table: "userCredentials", key, column: "userKey", parent });
    await context.store.remove("userCredentials", key);
    return {};
  },
});
