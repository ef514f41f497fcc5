import { tableClasses } from "#domain/resources/format/table-classes.ts";
import { ChangeLog } from "#store/changes/change-log.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { primaryKeyOf } from "#store/rows.ts";
import { tables, type TableName } from "#store/tables.ts";

const logged = (Object.keys(tables) as TableName[]).filter((name) => tableClasses[tables[name].class].logged);

/** Puts triggers on every logged table that record each changed row, without any code of the product. */
export async function watchRows(databaseUrl: string): Promise<void> {
  const database = openDatabase({ databaseUrl });
  const each = database.dialect.name === "mariadb" ? "FOR EACH ROW " : "";
  const row = (source: string, table: TableName, version: string) =>
    `INSERT INTO \`rowWatch\` VALUES ('${table}', ${source}.\`${primaryKeyOf(table)}\`, ${version})`;
  try {
    await database.transactions.run(async () => {
      await database.run(
        "CREATE TABLE `rowWatch` (`tableName` VARCHAR(60) NOT NULL, `rowKey` VARCHAR(190) NOT NULL, `rowVersion` INTEGER NOT NULL)",
      );
      // The product never reads the log by row, but the check does so for each one.
      await database.run("CREATE INDEX `changeLog_row` ON `changeLog` (`tableName`, `rowKey`)");
      for (const table of logged) {
        const triggers = [
          ["INSERT", row("NEW", table, "NEW.`version`")],
          ["UPDATE", row("NEW", table, "NEW.`version`")],
          ["DELETE", row("OLD", table, "OLD.`version` + 1")],
        ] as const;
        for (const [event, statement] of triggers) {
          await database.run(
            `CREATE TRIGGER \`${table}_${event}\` AFTER ${event} ON \`${table}\` ${each}BEGIN ${statement}; END`,
          );
        }
      }
    });
  } finally {
    await database.close();
  }
}

/** Throws if readers of the change log do not get a changed row; names each as `table key version`. */
export async function requireLoggedRows(database: Database): Promise<void> {
  const purged = await database.read("SELECT 1 AS `one` FROM `nodeCounters` WHERE `name` = 'changesPurgedTo'");
  // Of what has left the log nothing can be said.
  if (purged.length > 0) return;
  const taken = await database.read("SELECT 1 AS `one` FROM `replicationSnapshots` LIMIT 1");
  // What comes with the record of another node is in no log here.
  const firstVersion = taken.length > 0 ? 2 : 1;
  const rows = await database.read(
    "SELECT w.* FROM `rowWatch` w LEFT JOIN `changeLog` c ON c.`tableName` = w.`tableName` AND c.`rowKey` = w.`rowKey` " +
      "AND c.`rowVersion` = w.`rowVersion` WHERE c.`seq` IS NULL AND w.`rowVersion` >= ?",
    [firstVersion],
  );
  const told = rows.length > 0 ? await insertsTold(database) : new Set();
  const unlogged = rows
    .map((row) => [row["tableName"], row["rowKey"], row["rowVersion"]].join(" "))
    .filter((row) => !told.has(row));
  if (unlogged.length > 0) throw new Error(`changed rows without a row in the change log: ${unlogged.join("; ")}`);
}

// One row of the log may stand for several new rows; only the changes that a reader gets count.
async function insertsTold(database: Database): Promise<ReadonlySet<string>> {
  const changeLog = new ChangeLog(database, "check");
  const told = new Set<string>();
  let position = 0;
  for (;;) {
    const changes = await changeLog.read(position, 1000);
    if (changes.length === 0) return told;
    for (const { table, key, version } of changes) told.add([table, key, version].join(" "));
    position = changes.at(-1)?.position ?? position;
  }
}
