import { longText, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const kidSize = 60;

/** Record of the keys that have sealed something in this database, each with a fingerprint that identifies the key. */
export const keyRingRecord: Migration = {
  name: "0023-key-ring-record",
  async up(schema, tableOptions) {
    const columns = { kid: primary(text(kidSize)), fingerprint: longText() };
    await schema.createTable("keyRingRecord", columns, tableOptions);
  },
};
