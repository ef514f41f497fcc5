import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const stampSize = 80;

/** Stamp of the loss of which administrators were notified, so that a conflict is told once. */
export const toldConflicts: Migration = {
  name: "0176-told-conflicts",
  async up(schema) {
    await schema.addColumn("replicationConflicts", "toldStamp", optional(text(stampSize)));
  },
};
