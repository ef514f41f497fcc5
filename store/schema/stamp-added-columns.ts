import { tableClasses } from "#domain/resources/format/table-classes.ts";

import { isTableMissing } from "../database-errors.ts";
import type { Database } from "../database.ts";
import { isTable, tables } from "../tables.ts";
import { unchangeable } from "../unchangeable-tables.ts";

/** Column that a migration has added to a table. */
export interface AddedColumn {
  readonly table: string;
  readonly column: string;
}

/** Returns the column that a statement adds to rows which other nodes have too; undefined if it adds none. */
export function addedColumn(statement: string): AddedColumn | undefined {
  const [, table = "", column = ""] = /^ALTER TABLE `(\w+)` ADD (?:COLUMN )?`(\w+)`/i.exec(statement) ?? [];
  if (!isTable(table) || unchangeable.has(table)) return undefined;
  const { class: of, columns } = tables[table];
  const added = columns[column];
  return tableClasses[of].leavesNode && added !== undefined && !added.ofNode ? { table, column } : undefined;
}

/**
 * Gives the column that a migration has added the stamp of a value that nobody wrote, in each row. Without it the column would have the stamp
 * of its whole row, although an older node has written that: of what a newer node has written there meanwhile the earlier would be lost, and
 * nodes would differ. A database that was never one of several has no stamps to agree on; nodes that join it take its own.
 */
export async function stampAdded(database: Database, { table, column }: AddedColumn): Promise<void> {
  if (await isOneOfSeveral(database))
    await database.write(`UPDATE \`${table}\` SET \`_v\` = JSON_SET(\`_v\`, '$."${column}"', '')`);
}

async function isOneOfSeveral({ read }: Database): Promise<boolean> {
  try {
    return (await read("SELECT 1 AS `one` FROM `nodes` LIMIT 2")).length > 1;
  } catch (error) {
    // A database from before there were nodes.
    if (isTableMissing(error)) return false;
    throw error;
  }
}
