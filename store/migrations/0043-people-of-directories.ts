import { integer } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Codes that end with the version of their user, as refresh tokens do. */
export const peopleOfDirectories: Migration = {
  name: "0043-people-of-directories",
  async up(schema) {
    await schema.addColumn("authorizationCodes", "userVersion", { ...integer(), defaultValue: 1 });
    await schema.sequelize.query(
      "UPDATE `authorizationCodes` SET `userVersion` = " +
        "COALESCE((SELECT u.`tokenVersion` FROM `users` u WHERE u.`key` = `authorizationCodes`.`userKey`), 1)",
    );
  },
};
