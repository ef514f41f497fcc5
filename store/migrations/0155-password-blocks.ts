import { bigInteger, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Blocks of password resets. */
export const passwordBlocks: Migration = {
  name: "0155-password-blocks",
  async up(schema, tableOptions) {
    const columns = {
      key: primary(text()),
      userKey: optional(text()),
      accountKey: optional(text()),
      reason: longText(),
      beginsAt: optional(bigInteger()),
      endsAt: optional(bigInteger()),
      createdAt: bigInteger(),
      createdByKey: optional(text()),
      liftedAt: optional(bigInteger()),
      liftedByKey: optional(text()),
      ...stamps(),
    };
    await schema.createTable("passwordBlocks", columns, tableOptions);
    for (const index of [
      ["userKey", "liftedAt"],
      ["accountKey", "liftedAt"],
      ["createdAt", "key"],
    ])
      await schema.addIndex("passwordBlocks", index);
  },
};
