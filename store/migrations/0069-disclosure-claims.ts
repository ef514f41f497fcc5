import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** The token of a disclosure is taken before a plug-in hears of the password. */
export const disclosureClaims: Migration = {
  name: "0069-disclosure-claims",
  async up(schema) {
    await schema.addColumn("disclosures", "claimedAt", optional(bigInteger()));
  },
};
