import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** A disclosure may be of the password that an account had at a moment. */
export const passwordsOfBefore: Migration = {
  name: "0070-passwords-of-before",
  async up(schema) {
    await schema.addColumn("disclosures", "heldAt", optional(bigInteger()));
  },
};
