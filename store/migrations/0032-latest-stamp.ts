import type { Migration } from "./migration.ts";

/** Index of the latest stamp of all origins, which is read before each row that comes back and each statement over sets. */
export const latestStamp: Migration = {
  name: "0032-latest-stamp",
  async up(schema) {
    await schema.removeIndex("changeLog", ["origin", "stamp"]);
    await schema.addIndex("changeLog", ["stamp"]);
  },
};
