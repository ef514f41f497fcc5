import type { QueryInterface } from "sequelize";

import type { Migration, TableOptions } from "./migration.ts";

// A whole listing goes through these tables, so each is one tree that grows at the end of the rows of a run.
const staging = {
  stagedObjects:
    "`run` VARCHAR(40) NOT NULL, `type` VARCHAR(20) NOT NULL, `state` VARCHAR(10) NOT NULL, `newKey` VARCHAR(40) NOT NULL, " +
    "`id` VARCHAR(400) NOT NULL, `name` VARCHAR(190) NOT NULL, `hash` VARCHAR(64) NOT NULL, `enabled` INTEGER, " +
    "`locked` INTEGER, `expired` INTEGER, `passwordExpired` INTEGER, PRIMARY KEY (`run`, `type`, `state`, `newKey`)",
  stagedMatches:
    "`run` VARCHAR(40) NOT NULL, `newKey` VARCHAR(40) NOT NULL, `type` VARCHAR(20) NOT NULL, `objectKey` VARCHAR(190) NOT NULL, " +
    "`changes` LONGTEXT NOT NULL, PRIMARY KEY (`run`, `newKey`)",
  stagedValues:
    "`run` VARCHAR(40) NOT NULL, `owner` VARCHAR(40) NOT NULL, `name` VARCHAR(190) NOT NULL, `sequence` INTEGER NOT NULL, " +
    "`value` LONGTEXT NOT NULL, `newKey` VARCHAR(40) NOT NULL, PRIMARY KEY (`run`, `owner`, `name`, `sequence`)",
} as const;

/**
 * Staging tables in the form in which the load reads them, values included; what was staged before is listed again. Unused indexes of the
 * change log are removed: rows by table and key, and on SQLite the positions, which are assigned on database servers only.
 */
export const discoveryStaging: Migration = {
  name: "0015-discovery-staging",
  async up(schema, tableOptions) {
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    const options = isSqlite ? "WITHOUT ROWID" : serverOptions(tableOptions);
    for (const [table, columns] of Object.entries(staging)) {
      await schema.sequelize.query(`DROP TABLE IF EXISTS \`${table}\``);
      await schema.sequelize.query(`CREATE TABLE \`${table}\` (${columns}) ${options}`);
    }
    await schema.addIndex("stagedMatches", ["run", "objectKey"]);
    for (const table of ["stagedChunks", "stagedMembers", "stagedRemovals"])
      await schema.sequelize.query(`DELETE FROM \`${table}\``);
    await dropIndex(schema, ["tableName", "rowKey"]);
    if (isSqlite) await dropIndex(schema, ["position"]);
  },
};

function serverOptions({ charset, collate }: TableOptions): string {
  return [charset && `DEFAULT CHARSET=${charset}`, collate && `COLLATE=${collate}`].filter(Boolean).join(" ");
}

async function dropIndex(schema: QueryInterface, columns: string[]): Promise<void> {
  await schema.removeIndex("changeLog", columns);
}
