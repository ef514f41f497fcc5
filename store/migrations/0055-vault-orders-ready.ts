import type { Migration } from "./migration.ts";

/** Which orders of a target are begun, and which wait for their turn, is found without a look at each of them. */
export const vaultOrdersReady: Migration = {
  name: "0055-vault-orders-ready",
  async up(schema) {
    await schema.addIndex("vaultOrders", ["runKey", "targetSystemKey", "result", "openAccountKey"]);
    await schema.removeIndex("vaultOrders", ["runKey", "targetSystemKey", "result"]);
  },
};
