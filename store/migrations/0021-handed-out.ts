import { bigInteger, integer, optional, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const keySize = 190;

/** Time when an operation was given to its proxy, number of attempts in vain, and the calls of proxies that were accepted. */
export const handedOut: Migration = {
  name: "0021-handed-out",
  async up(schema, tableOptions) {
    await schema.addColumn("requestOperations", "handedOutAt", optional(bigInteger()));
    await schema.addColumn("requestOperations", "handOuts", optional(integer()));
    await schema.createTable("proxyCalls", { call: primary(text(keySize)), takenAt: bigInteger() }, tableOptions);
    await schema.addIndex("proxyCalls", ["takenAt"]);
  },
};
