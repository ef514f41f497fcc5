import type { Migration } from "./migration.ts";

/**
 * Somebody whom a discovery makes is one person of its run: said by a unique index, for MariaDB, whose statistics know nothing of rows
 * that a transaction has just added, would read all people of the run for each otherwise.
 */
export const peopleStaged: Migration = {
  name: "0046-people-staged",
  async up(schema) {
    await schema.removeIndex("stagedPeople", ["run", "userKey"]);
    await schema.addIndex("stagedPeople", ["run", "userKey"], { unique: true });
  },
};
