import { integer } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** What approved itself is counted for each person and day, nothing of before; managed groups are found by their names. */
export const catalogue: Migration = {
  name: "0039-catalogue",
  async up(schema) {
    await schema.addColumn("reqbatch", "selfApproved", { ...integer(), defaultValue: 0 });
    await schema.addIndex("reqbatch", ["requesterKey", "createdAt"]);
    await schema.removeIndex("reqbatch", ["requesterKey"]);
    await schema.addIndex("groups", ["managed", "shortId", "key"]);
  },
};
