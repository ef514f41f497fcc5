import { longText, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const late = { tableName: primary(text(60)), rowKey: primary(text()), parentKey: text(), content: longText() };

/** Rows that belong to something which another node took over without knowing them: nobody sees them, and they merge on. */
export const lateRows: Migration = {
  name: "0177-late-rows",
  async up(schema, tableOptions) {
    await schema.createTable("replicationLate", late, tableOptions);
    await schema.addIndex("replicationLate", ["parentKey"]);
  },
};
