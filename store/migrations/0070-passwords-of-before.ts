import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Moment of the disclosed password, if it is one that the account had earlier. */
export const passwordsOfBefore: Migration = {
  name: "0070-passwords-of-before",
  async up(schema) {
    await schema.addColumn("disclosures", "heldAt", optional(bigInteger()));
  },
};
