import type { Migration } from "./migration.ts";

/** The latest stamp of all origins is read before each row that comes back and each statement over sets: by an index of its own. */
export const latestStamp: Migration = {
  name: "0032-latest-stamp",
  async up(schema) {
    await schema.removeIndex("changeLog", ["origin", "stamp"]);
    await schema.addIndex("changeLog", ["stamp"]);
  },
};
