import { bigInteger, integer, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Ends of the passwords of accounts, and the last notice about each. Everything that feeds have passed is listed again, to set the ends.
 */
export const endsOfPasswords: Migration = {
  name: "0163-ends-of-passwords",
  async up(schema, tableOptions) {
    await schema.addColumn("accounts", "passwordExpiresAt", optional(bigInteger()));
    await schema.addColumn("stagedObjects", "passwordExpiresAt", optional(bigInteger()));
    await schema.addIndex("accounts", ["passwordExpiresAt", "key"]);
    const told = { accountKey: primary(text()), expiresAt: bigInteger(), days: integer() };
    await schema.createTable("passwordExpiryNotices", { ...told, ...stamps() }, tableOptions);
    await schema.sequelize.query("DELETE FROM `changeTokens`");
  },
};
