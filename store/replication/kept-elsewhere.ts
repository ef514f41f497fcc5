import { knownUpTo, originOf, type Vector } from "#domain/replication/origin.ts";
import { nodeOfStamp } from "#domain/replication/stamp.ts";

import type { Database } from "../database.ts";
import type { Epoch } from "../epoch.ts";
import { primaryKeyOf } from "../rows.ts";
import type { SqlRow } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";

interface Parts {
  readonly database: Database;
  readonly epoch: Pick<Epoch, "current">;
  readonly node: string;
}

const vectorsText =
  "SELECT p.`acknowledged` FROM `replicationPeers` p JOIN `nodes` n ON n.`id` = p.`peer` " +
  "WHERE p.`acknowledgedEpoch` = ? AND p.`acknowledged` IS NOT NULL AND n.`state` = 'active' " +
  "AND NOT EXISTS (SELECT 1 FROM `nodeExpulsions` e WHERE e.`name` = p.`peer`)";

/**
 * Returns the keys of those rows of this node that at least one other active node has, as it has told since the database was last restored.
 * Only the change that made a row counts, which the log has under the stamp of its key until all nodes have acknowledged it.
 */
export async function rowsKeptElsewhere(
  { database: { read, dialect }, epoch, node }: Parts,
  table: TableName,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const vectors = (await read(vectorsText, [epoch.current])).map(
    (row) => JSON.parse(String(row["acknowledged"])) as Vector,
  );
  if (vectors.length === 0) return new Set();
  const key = primaryKeyOf(table);
  const made = dialect.load.member("t.`_v`", key);
  const rows = await read(
    `SELECT t.\`${key}\` AS \`key\`, ${made} AS \`made\`, c.\`seq\`, c.\`incarnation\`, c.\`originSeq\` FROM \`${table}\` t LEFT JOIN \`changeLog\` c ` +
      `ON c.\`stamp\` = ${made} AND c.\`rowKey\` = t.\`${key}\` AND c.\`tableName\` = ? AND c.\`origin\` = ? ` +
      `WHERE t.\`${key}\` IN (${keys.map(() => "?").join(", ")})`,
    [table, node, ...keys],
  );
  const isKnown = ({ made: stamp, seq, incarnation, originSeq }: SqlRow) => {
    if (seq === null) return typeof stamp === "string" && nodeOfStamp(stamp) === node;
    if (Number(originSeq ?? 0) === 0) return false;
    const origin = originOf(node, Number(incarnation));
    return vectors.some((vector) => knownUpTo(vector, origin) >= Number(originSeq));
  };
  return new Set(rows.filter(isKnown).map((row) => String(row["key"])));
}
