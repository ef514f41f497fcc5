import { bigInteger, optional, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const tableSize = 60;
const nodeSize = 40;

/**
 * Table of the rows that are logged whole while a log is made complete page by page, and columns by which a held change is tried again without
 * reading the log of its node from the beginning.
 */
export const begunLogs: Migration = {
  name: "0173-begun-logs",
  async up(schema, tableOptions) {
    await schema.createTable(
      "replicationBegun",
      { tableName: primary(text(tableSize)), rowKey: primary(text()), logSeq: bigInteger() },
      tableOptions,
    );
    await schema.addColumn("replicationHeld", "peer", { ...text(nodeSize), defaultValue: "" });
    await schema.addColumn("replicationHeld", "waitsForTable", optional(text(tableSize)));
    await schema.addColumn("replicationHeld", "waitsForKey", optional(text()));
    await schema.addColumn("replicationPeers", "heldFrom", optional(bigInteger()));
    // What is held by now was passed over at a place that nobody has noted.
    await schema.sequelize.query("UPDATE `replicationPeers` SET `heldFrom` = 0");
  },
};
