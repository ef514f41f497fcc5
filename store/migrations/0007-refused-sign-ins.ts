import { primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const rows = 64;

/** Rows that refused sign-ins write if they change no user, and an index for revoked tokens that are deleted by age. */
export const refusedSignIns: Migration = {
  name: "0007-refused-sign-ins",
  async up(schema, tableOptions) {
    await schema.createTable("refusedSignIns", { key: primary(text()), mark: text(), ...stamps() }, tableOptions);
    // All rows that will ever exist, because two concurrent sign-ins could not both create the same row.
    const first = { mark: "", lastUpdatedModule: "load", lastUpdatedNode: "", version: 1, _v: "{}" };
    await schema.bulkInsert(
      "refusedSignIns",
      Array.from({ length: rows }, (_, key) => ({ key: String(key), ...first })),
    );
    await schema.addIndex("revokedTokens", ["expiresAt"]);
  },
};
