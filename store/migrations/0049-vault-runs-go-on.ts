import { bigInteger, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Time when an order of a run started, and the order that continued with its account. */
export const vaultRunsGoOn: Migration = {
  name: "0049-vault-runs-go-on",
  async up(schema) {
    await schema.addColumn("vaultOrders", "begunAt", optional(bigInteger()));
    await schema.addColumn("vaultOrders", "followedByKey", optional(text()));
  },
};
