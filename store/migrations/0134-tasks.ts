import { bigInteger, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const fulfilmentSize = 20;
const taskSize = 20;
const typeSize = 20;

/**
 * Work done by people: who performs the operations of a target system or a group, its implementers, and the tasks of requests. A target
 * system without connector has no type and no address.
 */
export const tasks: Migration = {
  name: "0134-tasks",
  async up(schema, tableOptions) {
    const run = (statement: string) => schema.sequelize.query(statement);
    if (schema.sequelize.getDialect() === "sqlite") {
      // SQLite cannot allow null afterwards, so a column that does replaces the old one.
      await schema.addColumn("targetSystems", "typeOrNull", optional(text()));
      await schema.addColumn("targetSystems", "addressOrNull", optional(longText()));
      await run("UPDATE `targetSystems` SET `typeOrNull` = `type`, `addressOrNull` = `address`");
      for (const column of ["type", "address"]) {
        await run(`ALTER TABLE \`targetSystems\` DROP COLUMN \`${column}\``);
        await run(`ALTER TABLE \`targetSystems\` RENAME COLUMN \`${column}OrNull\` TO \`${column}\``);
      }
    } else {
      await schema.changeColumn("targetSystems", "type", optional(text()));
      await schema.changeColumn("targetSystems", "address", optional(longText()));
    }
    await schema.addColumn("targetSystems", "fulfilment", { ...text(fulfilmentSize), defaultValue: "connector" });
    await schema.addColumn("targetSystems", "confirmBy", { ...text(fulfilmentSize), defaultValue: "person" });
    await schema.addColumn("groups", "fulfilment", optional(text(fulfilmentSize)));
    await schema.createTable(
      "implementers",
      {
        key: primary(text()),
        resourceType: text(typeSize),
        resourceKey: text(),
        userKey: optional(text()),
        userClass: optional(text()),
        plugin: optional(text()),
        ...stamps(),
      },
      tableOptions,
    );
    await schema.addIndex("implementers", ["resourceType", "resourceKey"]);
    await schema.addIndex("implementers", ["userClass"]);
    await schema.addColumn("requestOperations", "task", optional(text(taskSize)));
    await schema.addColumn("requestOperations", "implementerKey", optional(text()));
    await schema.addColumn("requestOperations", "taskSince", optional(bigInteger()));
    await schema.addColumn("requestAuthorizers", "declinedAt", optional(bigInteger()));
  },
};
