import type { LoadedKind } from "./kinds.ts";
import { newObjects } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load.ts";
import type { Sql } from "./set-writer.ts";

/** Brings the values of the attributes of new and changed objects into the record; values that stay are not touched. */
export async function loadValues(parts: LoadParts, kind: LoadedKind, order: LoadOrder): Promise<void> {
  await insertValues(parts, kind, { owner: "s.`newKey`", source: valuesOfNew(order, kind) });
  const [changed] = await parts.database.read("SELECT 1 FROM `stagedMatches` WHERE `run` = ? AND `type` = ? LIMIT 1", [
    order.run,
    kind.type,
  ]);
  if (changed !== undefined) await loadChanged(parts, kind, order);
}

interface NewValues {
  /** The key of the object, over the rows of the source. */
  readonly owner: string;
  /** Staged values `v`. */
  readonly source: Sql;
}

async function insertValues(
  { writer }: LoadParts,
  { attributes: table, owner: column }: LoadedKind,
  { owner, source }: NewValues,
): Promise<void> {
  const columns = {
    key: "v.`newKey`",
    [column]: owner,
    name: "v.`name`",
    sequence: "v.`sequence`",
    value: "v.`value`",
  };
  await writer.insert({ table, primaryKey: "key", columns, values: [], source });
}

// The objects come in the order of their keys, and so do their values: by that order the engine reads one after the other.
function valuesOfNew(order: LoadOrder, kind: LoadedKind): Sql {
  const { text, values } = newObjects(order, kind);
  return {
    text:
      `(SELECT s.\`run\`, s.\`newKey\` FROM ${text}) s ` +
      "JOIN `stagedValues` v ON v.`run` = s.`run` AND v.`owner` = s.`newKey` ORDER BY s.`newKey`",
    values,
  };
}

async function loadChanged({ writer, ...parts }: LoadParts, kind: LoadedKind, { run }: LoadOrder): Promise<void> {
  const { type, attributes: table, owner } = kind;
  const matched = "m.`run` = ? AND m.`type` = ?";
  const staged = "v.`run` = m.`run` AND v.`owner` = m.`newKey`";
  const same = "v.`name` = t.`name` AND v.`sequence` = t.`sequence`";
  await writer.remove(table, "key", {
    text:
      `t.\`${owner}\` IN (SELECT m.\`objectKey\` FROM \`stagedMatches\` m WHERE ${matched}) ` +
      "AND NOT EXISTS (SELECT 1 FROM `stagedMatches` m CROSS JOIN `stagedValues` v " +
      `WHERE m.\`run\` = ? AND m.\`objectKey\` = t.\`${owner}\` AND ${staged} AND ${same})`,
    values: [run, type, run],
  });
  await writer.update({
    table,
    primaryKey: "key",
    columns: { value: "v.`value`" },
    changes: "JSON_OBJECT('value', v.`value`)",
    from: "`stagedMatches` m, `stagedValues` v",
    where: {
      text: `${matched} AND t.\`${owner}\` = m.\`objectKey\` AND ${staged} AND ${same} AND t.\`value\` <> v.\`value\``,
      values: [run, type],
    },
  });
  await insertValues({ writer, ...parts }, kind, {
    owner: "m.`objectKey`",
    source: {
      text:
        `\`stagedMatches\` m CROSS JOIN \`stagedValues\` v WHERE ${matched} AND ${staged} ` +
        `AND NOT EXISTS (SELECT 1 FROM \`${table}\` t WHERE t.\`${owner}\` = m.\`objectKey\` AND ${same})`,
      values: [run, type],
    },
  });
}
