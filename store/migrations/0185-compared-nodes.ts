import { bigInteger, longText, optional, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const stampSize = 80;
const difference = {
  peer: primary(text(40)),
  tableName: primary(text(60)),
  rowKey: primary(text()),
  kind: text(20),
  columns: longText(),
  ownStamp: optional(text(stampSize)),
  otherStamp: optional(text(stampSize)),
  foundAt: bigInteger(),
};

/** Differences that a comparison with another node has found, and how far it is. */
export const comparedNodes: Migration = {
  name: "0185-compared-nodes",
  async up(schema, tableOptions) {
    await schema.createTable("replicationDifferences", difference, tableOptions);
    await schema.addColumn("nodeLinks", "comparison", optional(longText()));
  },
};
