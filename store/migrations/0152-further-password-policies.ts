import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Further password policies of user classes: none before. */
export const furtherPasswordPolicies: Migration = {
  name: "0152-further-password-policies",
  async up(schema) {
    await schema.addColumn("userClasses", "passwordPolicyId", optional(text()));
  },
};
