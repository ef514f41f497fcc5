import { loadDialect } from "./dialect.ts";
import type { LoadedKind } from "./kinds.ts";
import type { LoadParts } from "./load.ts";

const valueColumns = { name: "VARCHAR(190)", sequence: "INTEGER", value: "LONGTEXT" } as const;

/** Brings the values of the attributes of new and changed objects into the record; values that stay are not touched. */
export async function loadValues({ database, writer }: LoadParts, kind: LoadedKind, run: string): Promise<void> {
  const sql = loadDialect(database);
  const { type, attributes: table, owner } = kind;
  const column = (name: string) => sql.column("v", name);
  await database.write(
    "INSERT INTO `stagedValues` (`run`, `objectKey`, `name`, `sequence`, `type`, `value`, `newKey`) " +
      `SELECT s.\`run\`, s.\`objectKey\`, ${column("name")}, ${column("sequence")}, s.\`type\`, ${column("value")}, ${sql.guid} ` +
      `FROM \`stagedObjects\` s, ${sql.rowsOf("s.`attributes`", valueColumns, "v")} ` +
      "WHERE s.`run` = ? AND s.`type` = ? AND s.`objectKey` IS NOT NULL AND s.`attributes` IS NOT NULL",
    [run, type],
  );
  const same = `s.\`objectKey\` = t.\`${owner}\` AND s.\`name\` = t.\`name\` AND s.\`sequence\` = t.\`sequence\``;
  await writer.remove(table, "key", {
    text:
      `t.\`${owner}\` IN (SELECT o.\`objectKey\` FROM \`stagedObjects\` o WHERE o.\`run\` = ? AND o.\`type\` = ? AND o.\`objectKey\` IS NOT NULL) ` +
      `AND NOT EXISTS (SELECT 1 FROM \`stagedValues\` s WHERE s.\`run\` = ? AND ${same})`,
    values: [run, type, run],
  });
  await writer.update({
    table,
    primaryKey: "key",
    columns: { value: "s.`value`" },
    changes: "JSON_OBJECT('value', s.`value`)",
    from: "stagedValues",
    where: { text: `s.\`run\` = ? AND s.\`type\` = ? AND ${same} AND t.\`value\` <> s.\`value\``, values: [run, type] },
  });
  await writer.insert({
    table,
    primaryKey: "key",
    columns: {
      key: "s.`newKey`",
      [owner]: "s.`objectKey`",
      name: "s.`name`",
      sequence: "s.`sequence`",
      value: "s.`value`",
    },
    values: [],
    source: {
      text: `\`stagedValues\` s WHERE s.\`run\` = ? AND s.\`type\` = ? AND NOT EXISTS (SELECT 1 FROM \`${table}\` t WHERE ${same})`,
      values: [run, type],
    },
  });
}
