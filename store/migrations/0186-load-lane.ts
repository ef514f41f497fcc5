import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Place up to which loads were read in the log of another node: they travel beside its small edits. */
export const loadLane: Migration = {
  name: "0186-load-lane",
  async up(schema) {
    for (const name of ["loadEpoch", "loadPosition", "loadHeldFrom"])
      await schema.addColumn("replicationPeers", name, optional(bigInteger()));
    await schema.sequelize.query(
      "UPDATE `replicationPeers` SET `loadEpoch` = `logEpoch`, `loadPosition` = `position`, `loadHeldFrom` = `heldFrom`",
    );
  },
};
