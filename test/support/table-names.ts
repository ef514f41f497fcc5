import type { Database } from "#store/database.ts";

/** Returns the names of the tables that a database really has, in alphabetical order. */
export async function tableNames(database: Database): Promise<readonly string[]> {
  const rows = await database.read(
    database.dialect.name === "sqlite"
      ? "SELECT `name` AS `name` FROM `sqlite_master` WHERE `type` = 'table' AND `name` NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY `name`"
      : "SELECT `TABLE_NAME` AS `name` FROM `information_schema`.`TABLES` WHERE `TABLE_SCHEMA` = DATABASE() AND `TABLE_TYPE` = 'BASE TABLE' ORDER BY `TABLE_NAME`",
  );
  return rows.map(({ name }) => String(name));
}
