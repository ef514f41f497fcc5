import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const stateSize = 20;

/** State that another node has told this one it has there. */
export const toldStates: Migration = {
  name: "0180-told-states",
  async up(schema) {
    await schema.addColumn("nodeLinks", "toldState", optional(text(stateSize)));
  },
};
