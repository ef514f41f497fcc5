import { bigInteger, integer, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Deliveries of the generated passwords of mass resets. */
export const passwordDeliveries: Migration = {
  name: "0158-password-deliveries",
  async up(schema, tableOptions) {
    const columns = {
      key: primary(text()),
      massResetKey: text(),
      userKey: optional(text()),
      way: text(20),
      state: text(20),
      accounts: integer(),
      tokenHash: optional(text()),
      createdAt: bigInteger(),
      expiresAt: bigInteger(),
      deliveredAt: optional(bigInteger()),
      ...stamps(),
    };
    await schema.createTable("passwordDeliveries", columns, tableOptions);
    await schema.addIndex("passwordDeliveries", ["massResetKey", "userKey"], { unique: true });
    await schema.addIndex("passwordDeliveries", ["tokenHash"], { unique: true });
    for (const index of [
      ["userKey", "state"],
      ["createdAt", "key"],
      ["expiresAt", "key"],
    ])
      await schema.addIndex("passwordDeliveries", index);
  },
};
