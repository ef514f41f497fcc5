import { primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const rows = 64;

/** What refused sign-ins write that change no user, and an index for what is dropped by its age. */
export const refusedSignIns: Migration = {
  name: "0007-refused-sign-ins",
  async up(schema, tableOptions) {
    await schema.createTable("refusedSignIns", { key: primary(text()), mark: text(), ...stamps() }, tableOptions);
    // All there will ever be: two sign-ins that came at once could not both make the same row.
    const first = { mark: "", lastUpdatedModule: "load", lastUpdatedNode: "", version: 1, _v: "{}" };
    await schema.bulkInsert(
      "refusedSignIns",
      Array.from({ length: rows }, (_, key) => ({ key: String(key), ...first })),
    );
    await schema.addIndex("revokedTokens", ["expiresAt"]);
  },
};
