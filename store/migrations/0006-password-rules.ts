import { flag, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Earlier passwords of accounts, as keyed digests, and what an operation says of a password besides setting it. */
export const passwordRules: Migration = {
  name: "0006-password-rules",
  async up(schema, tableOptions) {
    const history = { accountKey: primary(text()), secret: longText(), digests: longText(), ...stamps() };
    await schema.createTable("passwordHistories", history, tableOptions);
    await schema.addColumn("requestOperations", "mustChange", optional(flag()));
    await schema.addColumn("requestOperations", "warnings", optional(longText()));
  },
};
