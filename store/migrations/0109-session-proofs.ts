import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Time when the user of a session last authenticated. */
export const sessionProofs: Migration = {
  name: "0109-session-proofs",
  async up(schema) {
    await schema.addColumn("sessionLogs", "provedAt", optional(bigInteger()));
  },
};
