import type { SqlValue } from "../database.ts";
import type { LoadedKind } from "./kinds.ts";
import type { LoadOrder, LoadParts } from "./load.ts";
import type { SetWriter, Sql } from "./set-writer.ts";

/** The objects that are gone, as the rest of a statement about `t`: not in the whole list, or told so by the feed. */
export function gone({ sql }: SetWriter, { type, table }: LoadedKind, order: LoadOrder): Sql {
  const staged = "SELECT 1 FROM `stagedObjects` s WHERE s.`run` = ? AND s.`type` = ? AND s.`id` = t.`stableId`";
  const own: SqlValue[] = [order.targetSystemKey, order.run, type];
  if (!order.full.includes(type)) {
    return {
      text: `FROM \`${table}\` t WHERE t.\`targetSystemKey\` = ? AND EXISTS (${staged} AND s.\`removed\` = 1)`,
      values: own,
    };
  }
  return {
    text: `FROM \`${table}\` t WHERE t.\`targetSystemKey\` = ? AND NOT EXISTS (${staged} AND s.\`removed\` = 0) AND ${sql.member("t.`_v`", "key")} < ?`,
    values: [...own, order.startedStamp],
  };
}

/** Removes what is gone with all that belongs to it; gives the number of objects. */
export async function removeGone({ database, writer }: LoadParts, kind: LoadedKind, order: LoadOrder): Promise<number> {
  const { run } = order;
  const { type } = kind;
  const found = gone(writer, kind, order);
  await database.write(
    `INSERT INTO \`stagedRemovals\` (\`run\`, \`type\`, \`objectKey\`) SELECT ?, ?, t.\`key\` ${found.text}`,
    [run, type, ...found.values],
  );
  const isGone = (column: string): Sql => ({
    text: `t.\`${column}\` IN (SELECT r.\`objectKey\` FROM \`stagedRemovals\` r WHERE r.\`run\` = ? AND r.\`type\` = ?)`,
    values: [run, type],
  });
  const [row] = await database.read("SELECT COUNT(*) AS `n` FROM `stagedRemovals` WHERE `run` = ? AND `type` = ?", [
    run,
    type,
  ]);
  const removed = Number(row?.["n"] ?? 0);
  if (removed === 0) return 0;
  for (const [table, primaryKey, column] of kind.dependants) await writer.remove(table, primaryKey, isGone(column));
  await writer.remove(kind.table, "key", isGone("key"));
  return removed;
}

/** Finds the rows of staged objects that may have changed, and what is new about them. */
export async function matchChanged(
  { database, writer: { sql } }: LoadParts,
  { type, table, columns }: LoadedKind,
  { run, targetSystemKey }: LoadOrder,
): Promise<void> {
  await database.write(
    `UPDATE \`stagedObjects\` AS s SET \`objectKey\` = (SELECT MIN(t.\`key\`) FROM \`${table}\` t WHERE t.\`targetSystemKey\` = ? AND t.\`stableId\` = s.\`id\`) ` +
      "WHERE s.`run` = ? AND s.`type` = ? AND s.`attributes` IS NOT NULL AND s.`removed` = 0",
    [targetSystemKey, run, type],
  );
  const members = columns.flatMap(({ name, update }) =>
    update === undefined
      ? []
      : [
          `'${name}', CASE WHEN ${update} IS NOT NULL AND (t.\`${name}\` IS NULL OR t.\`${name}\` <> ${update}) THEN ${update} END`,
        ],
  );
  await database.write(
    `UPDATE \`stagedObjects\` AS s SET \`changes\` = (SELECT ${sql.merged("'{}'", `JSON_OBJECT(${members.join(", ")})`)} FROM \`${table}\` t WHERE t.\`key\` = s.\`objectKey\`) ` +
      "WHERE s.`run` = ? AND s.`type` = ? AND s.`objectKey` IS NOT NULL",
    [run, type],
  );
}

/** Changes the rows of objects that have changed. */
export function updateChanged(
  { writer }: LoadParts,
  { type, table, columns }: LoadedKind,
  { run }: LoadOrder,
): Promise<number> {
  const changing = columns.filter((column) => column.update !== undefined);
  return writer.update({
    table,
    primaryKey: "key",
    columns: Object.fromEntries(changing.map(({ name, update }) => [name, `COALESCE(${update}, t.\`${name}\`)`])),
    changes: "s.`changes`",
    from: "stagedObjects",
    where: {
      text: "s.`run` = ? AND s.`type` = ? AND t.`key` = s.`objectKey` AND s.`changes` <> '{}'",
      values: [run, type],
    },
  });
}

/** Adds rows for objects that have none. */
export async function insertNew(
  { database, writer }: LoadParts,
  { type, table, columns }: LoadedKind,
  { run, targetSystemKey }: LoadOrder,
): Promise<number> {
  const added = await writer.insert({
    table,
    primaryKey: "key",
    columns: {
      key: "s.`newKey`",
      targetSystemKey: "?",
      ...Object.fromEntries(columns.map(({ name, insert }) => [name, insert])),
    },
    values: [targetSystemKey],
    source: {
      text: "`stagedObjects` s WHERE s.`run` = ? AND s.`type` = ? AND s.`objectKey` IS NULL AND s.`attributes` IS NOT NULL AND s.`removed` = 0",
      values: [run, type],
    },
  });
  await database.write(
    "UPDATE `stagedObjects` SET `objectKey` = `newKey` WHERE `run` = ? AND `type` = ? AND `objectKey` IS NULL AND `attributes` IS NOT NULL AND `removed` = 0",
    [run, type],
  );
  return added;
}
