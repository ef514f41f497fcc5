import type { LoadedKind } from "./kinds.ts";
import { newObjects } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";

/** Limit that limits nothing: both databases keep the order of an inner query only if it has a limit. */
const allRows = Number.MAX_SAFE_INTEGER;

/** Loads the values of the attributes of new and changed objects into the record; unchanged values are not touched. */
export async function loadValues(parts: LoadParts, kind: LoadedKind, order: LoadOrder): Promise<void> {
  await insertOfNew(parts, kind, order);
  const [changed] = await parts.database.read("SELECT 1 FROM `stagedMatches` WHERE `run` = ? AND `type` = ? LIMIT 1", [
    order.run,
    kind.type,
  ]);
  if (changed === undefined) return;
  await unpackChanged(parts, kind, order);
  await loadChanged(parts, kind, order);
}

/**
 * Inserts the values of new objects. The objects are read in the order of their keys, so their values are added at the end of each tree.
 * They are sorted before their values are expanded to rows, which are several times as many.
 */
async function insertOfNew({ writer }: LoadParts, kind: LoadedKind, order: LoadOrder): Promise<void> {
  const { values: read } = writer.sql;
  const { text, values } = newObjects(order, kind);
  await writer.insertOfOwners({
    table: kind.attributes,
    columns: {
      key: read.key("s.`rowKey`"),
      [kind.owner]: "s.`rowKey`",
      name: read.name,
      sequence: read.sequence,
      value: read.value("s.`values`"),
    },
    source: {
      text: `(SELECT s.\`rowKey\`, s.\`values\` FROM ${text} ORDER BY s.\`rowKey\` LIMIT ${allRows}) s, ${read.rows("s.`values`")}`,
      values,
    },
    owners: { key: "s.`rowKey`", rows: "s.`values`", source: { text: `${text} AND s.\`values\` <> '{}'`, values } },
  });
}

/** Expands the values of objects that may have changed to rows, to be compared with those of the record. */
async function unpackChanged({ database, writer }: LoadParts, { type }: LoadedKind, { run }: LoadOrder): Promise<void> {
  const { values: read } = writer.sql;
  const columns = [read.name, read.sequence, read.value("s.`values`"), read.key("s.`newKey`")];
  await database.write(
    "INSERT INTO `stagedValues` (`run`, `owner`, `name`, `sequence`, `value`, `newKey`) " +
      `SELECT s.\`run\`, s.\`newKey\`, ${columns.join(", ")} FROM (SELECT o.\`run\`, o.\`newKey\`, o.\`values\` ` +
      "FROM `stagedMatches` m JOIN `stagedObjects` o ON o.`run` = m.`run` AND o.`type` = m.`type` AND o.`state` = 'listed' " +
      `AND o.\`newKey\` = m.\`newKey\` WHERE m.\`run\` = ? AND m.\`type\` = ?) s, ${read.rows("s.`values`")}`,
    [run, type],
  );
}

async function loadChanged({ writer }: LoadParts, kind: LoadedKind, { run }: LoadOrder): Promise<void> {
  const { type, attributes: table, owner } = kind;
  const matched = "m.`run` = ? AND m.`type` = ?";
  const staged = "v.`run` = m.`run` AND v.`owner` = m.`newKey`";
  const same = "v.`name` = t.`name` AND v.`sequence` = t.`sequence`";
  await writer.remove(table, {
    text:
      `t.\`${owner}\` IN (SELECT m.\`objectKey\` FROM \`stagedMatches\` m WHERE ${matched}) ` +
      "AND NOT EXISTS (SELECT 1 FROM `stagedMatches` m CROSS JOIN `stagedValues` v " +
      `WHERE m.\`run\` = ? AND m.\`objectKey\` = t.\`${owner}\` AND ${staged} AND ${same})`,
    values: [run, type, run],
  });
  await writer.update({
    table,
    columns: { value: "v.`value`" },
    changes: "JSON_OBJECT('value', v.`value`)",
    from: { text: "`stagedMatches` m, `stagedValues` v", values: [] },
    where: {
      text: `${matched} AND t.\`${owner}\` = m.\`objectKey\` AND ${staged} AND ${same} AND t.\`value\` <> v.\`value\``,
      values: [run, type],
    },
  });
  await writer.insert({
    table,
    columns: {
      key: "v.`newKey`",
      [owner]: "m.`objectKey`",
      name: "v.`name`",
      sequence: "v.`sequence`",
      value: "v.`value`",
    },
    source: {
      text:
        `\`stagedMatches\` m CROSS JOIN \`stagedValues\` v WHERE ${matched} AND ${staged} ` +
        `AND NOT EXISTS (SELECT 1 FROM \`${table}\` t WHERE t.\`${owner}\` = m.\`objectKey\` AND ${same})`,
      values: [run, type],
    },
  });
}
