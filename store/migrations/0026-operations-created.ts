import { bigInteger } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Time when an operation was requested: that of its request. A discovery has none; its first known time counts. */
export const operationsCreated: Migration = {
  name: "0026-operations-created",
  async up(schema) {
    await schema.addColumn("requestOperations", "createdAt", { ...bigInteger(), defaultValue: 0 });
    await schema.sequelize.query(
      "UPDATE `requestOperations` SET `createdAt` = COALESCE(" +
        "(SELECT r.`createdAt` FROM `reqbatch` r WHERE r.`key` = `requestOperations`.`requestKey`), " +
        `\`handedOutAt\`, \`sentAt\`, \`finishedAt\`, ${Date.now()})`,
    );
    // The key comes last, because every order ends with it.
    await schema.addIndex("requestOperations", ["createdAt", "key"], { name: "requestOperations_by_createdAt" });
  },
};
