import { longText, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Signatures by which nodes vouch for the keys that sign tokens, so that others believe nobody else. */
export const signedSigningKeys: Migration = {
  name: "0172-signed-signing-keys",
  async up(schema) {
    await schema.addColumn("signingKeys", "nodeSignature", optional(longText()));
  },
};
