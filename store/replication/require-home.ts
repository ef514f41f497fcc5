import { ServiceError } from "#domain/errors.ts";
import { parentsOf } from "#domain/replication/owned-parents.ts";

import { parseStamps, stampsText } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { lockedRows } from "../locked-rows.ts";
import { primaryKeyOf } from "../rows.ts";
import type { SqlRow, SqlValue } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";

/** Counter of the changes that other nodes may have; it exists once the first of them was asked for. */
export const numberedCounter = "changesNumberedTo";

/**
 * Refuses to write a row of another node. Before other nodes know this one, all rows are its own, under whichever name it had.
 * @throws OWNED_BY_NODE
 */
export async function requireHome(
  { read }: Pick<Database, "read">,
  node: string,
  { table, row }: { readonly table: TableName; readonly row: SqlRow },
): Promise<void> {
  const { homeNode } = row;
  if (tables[table].class !== "owned" || homeNode === node || typeof homeNode !== "string") return;
  const [numbered] = await read("SELECT 1 AS `one` FROM `nodeCounters` WHERE `name` = ?", [numberedCounter]);
  if (numbered === undefined) return;
  const [home] = await read("SELECT `publicAddress` FROM `nodes` WHERE `id` = ? LIMIT 1", [homeNode]);
  const address = typeof home?.["publicAddress"] === "string" ? ` (${home["publicAddress"]})` : "";
  throw new ServiceError("OWNED_BY_NODE", {
    message: `Only node ${homeNode}${address} can change this. Call it there, or take it over if that node is lost.`,
  });
}

/** A new row before it is written. */
interface NewRow {
  readonly table: TableName;
  readonly values: Readonly<Record<string, SqlValue>>;
  readonly stamp: string;
  /** Row and stamps to write, which get the epoch of what the row belongs to. */
  readonly made: { readonly row: { ownerEpoch?: number }; stamps: string | undefined };
}

/**
 * Gives a new row the epoch of what it belongs to, such as a request; refuses to add it to something of another node.
 * @throws OWNED_BY_NODE
 */
export async function joinParent(
  database: Pick<Database, "read">,
  node: string,
  { table, values, stamp, made }: NewRow,
): Promise<void> {
  for (const { table: name, key } of parentsOf({ table, values })) {
    const parent = name as TableName;
    const text = `SELECT \`homeNode\`, \`ownerEpoch\` FROM \`${parent}\` WHERE \`${primaryKeyOf(parent)}\` = ?`;
    const row = lockedRows.get(parent, key) ?? (await database.read(text, [key]))[0];
    if (row === undefined) continue;
    await requireHome(database, node, { table: parent, row });
    const epoch = Number(row["ownerEpoch"]);
    if (epoch === 1) return;
    const { life } = parseStamps(made.stamps ?? "{}");
    made.row.ownerEpoch = epoch;
    made.stamps = stampsText({ stamps: { [primaryKeyOf(table)]: stamp }, life, epoch });
    return;
  }
}

/** Returns the condition on rows `t` of a table that this node writes, as `requireHome` judges it. */
export function ownRows(table: TableName, node: string): string {
  if (tables[table].class !== "owned") return "";
  const quoted = node.replaceAll("'", "''");
  return ` AND (t.\`homeNode\` = '${quoted}' OR NOT EXISTS (SELECT 1 FROM \`nodeCounters\` c WHERE c.\`name\` = '${numberedCounter}'))`;
}
