import { columnStamp } from "#domain/replication/column-stamps.ts";
import { sharedParents } from "#domain/replication/shared-parents.ts";

import { parseStamps } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import type { TableName } from "../tables.ts";
import type { Difference } from "./differences.ts";

/** Most orphans that are listed of one kind of parts. */
const listedMax = 100;

/** Returns the rows of a table whose parent is missing; of very many some. */
export async function orphansIn({ read }: Pick<Database, "read">, table: TableName): Promise<readonly Difference[]> {
  const key = primaryKeyOf(table);
  const found: Difference[] = [];
  for (const { column, parent } of sharedParents.filter((part) => part.table === table)) {
    const rows = await read(
      `SELECT t.\`${key}\` AS \`key\`, t.\`_v\` FROM \`${table}\` t LEFT JOIN \`${parent}\` p ` +
        `ON p.\`${primaryKeyOf(parent as TableName)}\` = t.\`${column}\` WHERE t.\`${column}\` IS NOT NULL ` +
        `AND p.\`${primaryKeyOf(parent as TableName)}\` IS NULL ORDER BY t.\`${key}\` LIMIT ${listedMax}`,
    );
    for (const row of rows) {
      const ownStamp = columnStamp(parseStamps(String(row["_v"])).stamps, key, column);
      found.push({ table, key: String(row["key"]), kind: "orphan", columns: [column], ownStamp, otherStamp: null });
    }
  }
  return found;
}
