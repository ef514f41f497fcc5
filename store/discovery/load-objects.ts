import { nullMark } from "../sql/load-words.ts";
import type { BoundSql, SqlValue } from "../sql/sql.ts";
import type { LoadedColumn, LoadedKind } from "./kinds.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";
import type { SetWriter } from "./set-writer.ts";

/**
 * Returns the rest of a statement about `t` that finds the objects that are gone: missing from a full listing, or reported as gone by the
 * feed.
 */
export function gone({ sql }: SetWriter, { type, table }: LoadedKind, order: LoadOrder): BoundSql {
  const staged = "(SELECT s.`id` FROM `stagedObjects` s WHERE s.`run` = ? AND s.`type` = ? AND s.`state`";
  const own: SqlValue[] = [order.targetSystemKey, order.run, type];
  if (!order.full.includes(type)) {
    return {
      text: `FROM \`${table}\` t WHERE t.\`targetSystemKey\` = ? AND t.\`stableId\` IN ${staged} = 'gone')`,
      values: own,
    };
  }
  return {
    text: `FROM \`${table}\` t WHERE t.\`targetSystemKey\` = ? AND t.\`stableId\` NOT IN ${staged} <> 'gone') AND ${sql.member("t.`_v`", "key")} < ?`,
    values: [...own, order.startedStamp],
  };
}

/**
 * Returns the rest of a statement about `t` that finds the objects that stay: present in a full listing, or not reported as gone by the
 * feed.
 */
export function stays({ type, table }: LoadedKind, { full, targetSystemKey, run }: LoadOrder): BoundSql {
  const staged = "(SELECT s.`id` FROM `stagedObjects` s WHERE s.`run` = ? AND s.`type` = ? AND s.`state`";
  const among = full.includes(type) ? `IN ${staged} <> 'gone')` : `NOT IN ${staged} = 'gone')`;
  return {
    text: `FROM \`${table}\` t WHERE t.\`targetSystemKey\` = ? AND t.\`stableId\` ${among}`,
    values: [targetSystemKey, run, type],
  };
}

/** Removes the objects that are gone with their dependent rows, and updates the rows that outlive them; returns the number of objects. */
export async function removeGone({ database, writer }: LoadParts, kind: LoadedKind, order: LoadOrder): Promise<number> {
  const { run } = order;
  const { type } = kind;
  const found = gone(writer, kind, order);
  await database.write(
    `INSERT INTO \`stagedRemovals\` (\`run\`, \`type\`, \`objectKey\`) SELECT ?, ?, t.\`key\` ${found.text}`,
    [run, type, ...found.values],
  );
  const isGone = (column: string): BoundSql => ({
    text: `t.\`${column}\` IN (SELECT r.\`objectKey\` FROM \`stagedRemovals\` r WHERE r.\`run\` = ? AND r.\`type\` = ?)`,
    values: [run, type],
  });
  const [row] = await database.read("SELECT COUNT(*) AS `n` FROM `stagedRemovals` WHERE `run` = ? AND `type` = ?", [
    run,
    type,
  ]);
  const removed = Number(row?.["n"] ?? 0);
  if (removed === 0) return 0;
  for (const [table, column] of kind.dependants) await writer.remove(table, isGone(column));
  if (kind.outlivers) {
    const { table, column, columns } = kind.outlivers;
    await writer.updateOwn({ table, columns, where: isGone(column) });
  }
  await writer.remove(kind.table, isGone("key"));
  return removed;
}

/** Returns the condition for staged objects `s` of a type that were listed with all attributes. */
function listed({ run }: LoadOrder, { type }: LoadedKind): BoundSql {
  return { text: "s.`run` = ? AND s.`type` = ? AND s.`state` = 'listed'", values: [run, type] };
}

/** Returns the staged objects `s` of a type that have no row yet, as the text after FROM. */
export function newObjects(order: LoadOrder, kind: LoadedKind): BoundSql {
  const { text, values } = listed(order, kind);
  return {
    text: `\`stagedObjects\` s WHERE ${text} AND NOT EXISTS (SELECT 1 FROM \`stagedMatches\` m WHERE m.\`run\` = s.\`run\` AND m.\`newKey\` = s.\`newKey\`)`,
    values,
  };
}

/**
 * Returns the member with a column's new value in the changes of a row `t`, null if unchanged; undefined if a load never changes the
 * column.
 */
function newValueOf({ name, update, mayBeNull }: LoadedColumn): string | undefined {
  if (update === undefined) return undefined;
  const differs = `${update} IS NOT NULL AND (t.\`${name}\` IS NULL OR t.\`${name}\` <> ${update}) THEN ${update}`;
  const goes = mayBeNull ? ` WHEN ${update} IS NULL AND t.\`${name}\` IS NOT NULL THEN ${nullMark}` : "";
  return `'${name}', CASE WHEN ${differs}${goes} END`;
}

/** Finds the rows of staged objects that may have changed, and their new values. */
export async function matchChanged(
  { database, writer: { sql } }: LoadParts,
  kind: LoadedKind,
  order: LoadOrder,
): Promise<void> {
  const { type, table, columns } = kind;
  const members = columns.flatMap((column) => newValueOf(column) ?? []);
  const marked = sql.merged("'{}'", `JSON_OBJECT(${members.join(", ")})`);
  const changes = columns
    .filter(({ mayBeNull }) => mayBeNull)
    .reduce((json, { name }) => sql.unmarked(json, name), marked);
  const { text, values } = listed(order, kind);
  await database.write(
    "INSERT INTO `stagedMatches` (`run`, `newKey`, `type`, `objectKey`, `changes`) " +
      `SELECT ?, s.\`newKey\`, ?, t.\`key\`, ${changes} ` +
      `FROM \`stagedObjects\` s CROSS JOIN \`${table}\` t WHERE ${text} AND t.\`targetSystemKey\` = ? AND t.\`stableId\` = s.\`id\` ` +
      `AND NOT EXISTS (SELECT 1 FROM \`${table}\` o WHERE o.\`targetSystemKey\` = t.\`targetSystemKey\` AND o.\`stableId\` = t.\`stableId\` AND o.\`key\` < t.\`key\`)`,
    [order.run, type, ...values, order.targetSystemKey],
  );
}

/** Updates the rows of objects that have changed. */
export function updateChanged(
  { writer }: LoadParts,
  { type, table, columns }: LoadedKind,
  { run }: LoadOrder,
): Promise<number> {
  const changing = columns.filter((column) => column.update !== undefined);
  return writer.update({
    table,
    columns: Object.fromEntries(
      changing.map(({ name, update, mayBeNull }) => [
        name,
        mayBeNull ? `${update}` : `COALESCE(${update}, t.\`${name}\`)`,
      ]),
    ),
    changes: "m.`changes`",
    from: { text: "`stagedMatches` m, `stagedObjects` s", values: [] },
    where: {
      text:
        "m.`run` = ? AND m.`type` = ? AND m.`changes` <> '{}' AND t.`key` = m.`objectKey` " +
        "AND s.`run` = m.`run` AND s.`type` = m.`type` AND s.`state` = 'listed' AND s.`newKey` = m.`newKey`",
      values: [run, type],
    },
  });
}

/** Adds rows for objects that have none. */
export function insertNew({ writer }: LoadParts, kind: LoadedKind, order: LoadOrder): Promise<number> {
  const { text, values } = newObjects(order, kind);
  return writer.insert({
    table: kind.table,
    columns: {
      key: "s.`rowKey`",
      targetSystemKey: "?",
      ...Object.fromEntries(kind.columns.map(({ name, insert }) => [name, insert])),
    },
    values: [order.targetSystemKey],
    source: { text, values },
  });
}
