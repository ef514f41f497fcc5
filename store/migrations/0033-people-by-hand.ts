import { bigInteger, integer, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Links by which users choose a password, refresh tokens that end with the version of their user, and an index that finds the sessions of a
 * user.
 */
export const peopleByHand: Migration = {
  name: "0033-people-by-hand",
  async up(schema) {
    await schema.addColumn("users", "passwordLinkHash", optional(text()));
    await schema.addColumn("users", "passwordLinkExpiresAt", optional(bigInteger()));
    await schema.addIndex("users", ["passwordLinkHash"], { unique: true });
    await schema.addColumn("persistedGrants", "userVersion", { ...integer(), defaultValue: 1 });
    await schema.sequelize.query(
      "UPDATE `persistedGrants` SET `userVersion` = " +
        "COALESCE((SELECT u.`tokenVersion` FROM `users` u WHERE u.`key` = `persistedGrants`.`userKey`), 1)",
    );
    await schema.addIndex("sessionLogs", ["actor", "endedAt"]);
  },
};
