import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Time when the token of a disclosure was claimed, which happens before a plug-in receives the password. */
export const disclosureClaims: Migration = {
  name: "0069-disclosure-claims",
  async up(schema) {
    await schema.addColumn("disclosures", "claimedAt", optional(bigInteger()));
  },
};
