import { columnStamp } from "#domain/replication/column-stamps.ts";
import { ranksOf } from "#domain/replication/shown-names.ts";
import { nodeOfStamp } from "#domain/replication/stamp.ts";

import { parseStamps } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { columnsOf, primaryKeyOf } from "../rows.ts";
import type { SqlRow } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";
import { uniquesOf } from "./claim-places.ts";

/** A row with the same ID as an older one, which has the ID. */
export interface Twin {
  readonly table: TableName;
  readonly key: string;
  /** ID that both have. */
  readonly id: string;
  /** ID by which it is told from the older one. */
  readonly shownId: string;
  /** Display name or description; null if it has none. */
  readonly name: string | null;
  /** Node that has given it the ID. */
  readonly node: string;
  /** Key of the older row. */
  readonly olderKey: string;
}

const twinsMax = 200;
const nameColumns = ["displayName", "description"];

/** Reads the rows that have the ID of an older one, by the list that applies keep; what was renamed since is none. */
export async function readTwins(database: Database): Promise<readonly Twin[]> {
  const listed = await database.read(
    `SELECT \`tableName\`, \`rowKey\` FROM \`replicationTwins\` ORDER BY \`tableName\`, \`rowKey\` LIMIT ${twinsMax}`,
  );
  const twins = new Map<string, Twin>();
  for (const { tableName, rowKey } of listed) {
    const table = tableName as TableName;
    if (!uniquesOf(table).some(({ columns }) => columns.join() === "id")) continue;
    const at = `${table}\n${String(rowKey)}`;
    if (twins.has(at)) continue;
    for (const twin of await twinsOfRow(database, table, String(rowKey))) twins.set(`${table}\n${twin.key}`, twin);
  }
  return [...twins.values()];
}

/** Returns all rows with the ID of a row, without the one that has it. */
async function twinsOfRow({ read }: Database, table: TableName, key: string): Promise<readonly Twin[]> {
  const primaryKey = primaryKeyOf(table);
  const same = `SELECT * FROM \`${table}\` WHERE \`id\` = (SELECT \`id\` FROM \`${table}\` WHERE \`${primaryKey}\` = ?)`;
  const rows = await read(same, [key]);
  if (rows.length < 2) return [];
  const claims = rows.map((row) => ({ key: String(row[primaryKey]), name: String(row["id"]), stamp: stampOf(row) }));
  const id = claims[0]?.name ?? "";
  // The sign after `~` ends what begins with it.
  const taken = await read(`SELECT \`id\` FROM \`${table}\` WHERE \`id\` > ? AND \`id\` < ?`, [
    `${id}~`,
    `${id}\u007f`,
  ]);
  const names = new Set(taken.map((row) => String(row["id"])));
  const ranks = ranksOf(claims, (name) => names.has(name));
  const older = claims.find((claim) => ranks.get(claim.key)?.rank === 0)?.key ?? "";
  return claims.flatMap((claim, at): Twin[] => {
    const { rank = 0, shown: shownId = id } = ranks.get(claim.key) ?? {};
    const node = nodeOfStamp(claim.stamp);
    const name = nameOf(table, rows[at] ?? {});
    return rank === 0 ? [] : [{ table, key: claim.key, id, shownId, name, node, olderKey: older }];
  });

  function stampOf(row: SqlRow): string {
    return columnStamp(parseStamps(row["_v"] as string).stamps, primaryKey, "id");
  }
}

function nameOf(table: TableName, row: SqlRow): string | null {
  const column = nameColumns.find((one) => Object.hasOwn(columnsOf(table), one));
  const name = column === undefined ? null : row[column];
  return typeof name === "string" && name !== "" ? name : null;
}
