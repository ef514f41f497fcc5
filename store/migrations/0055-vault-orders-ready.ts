import type { Migration } from "./migration.ts";

/** Index that finds the begun and the waiting orders of a target without reading each of them. */
export const vaultOrdersReady: Migration = {
  name: "0055-vault-orders-ready",
  async up(schema) {
    await schema.addIndex("vaultOrders", ["runKey", "targetSystemKey", "result", "openAccountKey"]);
    await schema.removeIndex("vaultOrders", ["runKey", "targetSystemKey", "result"]);
  },
};
