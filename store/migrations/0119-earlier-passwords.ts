import { bigInteger, longText, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Earlier passwords of users in the service itself, as keyed marks. */
export const earlierPasswords: Migration = {
  name: "0119-earlier-passwords",
  async up(schema, tableOptions) {
    const columns = { key: primary(text()), userKey: text(), markHash: longText(), setAt: bigInteger(), ...stamps() };
    await schema.createTable("earlierPasswords", columns, tableOptions);
    await schema.addIndex("earlierPasswords", ["userKey", "setAt"]);
  },
};
