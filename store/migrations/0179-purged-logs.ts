import { bigInteger, longText, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const originSize = 80;
const tableSize = 60;
const stampSize = 80;
const standingSize = 20;
const nodeSize = 40;

/**
 * Tables by which the change log is purged: its marks, what has left it, the latest removals that were forgotten,
 * the standing of nodes towards it, and the place up to which a node that joins has the record of another one.
 */
export const purgedLogs: Migration = {
  name: "0179-purged-logs",
  async up(schema, tableOptions) {
    await schema.createTable(
      "changeLogMarks",
      {
        at: primary(bigInteger()),
        position: bigInteger(),
        epoch: bigInteger(),
        vector: longText(),
        acknowledged: longText(),
      },
      tableOptions,
    );
    await schema.createTable(
      "replicationPurged",
      { origin: primary(text(originSize)), seq: bigInteger() },
      tableOptions,
    );
    await schema.createTable(
      "replicationForgotten",
      { tableName: primary(text(tableSize)), removed: text(stampSize) },
      tableOptions,
    );
    await schema.createTable(
      "replicationSnapshots",
      {
        peer: primary(text(nodeSize)),
        phase: text(standingSize),
        logEpoch: bigInteger(),
        position: bigInteger(),
        tableName: text(tableSize),
        rowKey: text(),
        latest: text(stampSize),
      },
      tableOptions,
    );
    await schema.addColumn("nodeLinks", "logRows", { ...bigInteger(), defaultValue: 0 });
    await schema.addColumn("nodeLinks", "logStanding", { ...text(standingSize), defaultValue: "upToDate" });
  },
};
