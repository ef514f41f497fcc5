import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Sessions know when their user last proved who they are. */
export const sessionProofs: Migration = {
  name: "0109-session-proofs",
  async up(schema) {
    await schema.addColumn("sessionLogs", "provedAt", optional(bigInteger()));
  },
};
