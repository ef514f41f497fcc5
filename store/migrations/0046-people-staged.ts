import type { Migration } from "./migration.ts";

/**
 * Unique index of a person in a run. MariaDB, whose statistics know nothing of rows that a transaction has just added, would otherwise read
 * all people of the run for each.
 */
export const peopleStaged: Migration = {
  name: "0046-people-staged",
  async up(schema) {
    await schema.removeIndex("stagedPeople", ["run", "userKey"]);
    await schema.addIndex("stagedPeople", ["run", "userKey"], { unique: true });
  },
};
