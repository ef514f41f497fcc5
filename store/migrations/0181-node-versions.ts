import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Version of the schema of another node, as its last call or answer has told. */
export const nodeVersions: Migration = {
  name: "0181-node-versions",
  async up(schema) {
    await schema.addColumn("nodeLinks", "schemaVersion", optional(bigInteger()));
  },
};
