import { tableClasses } from "#domain/resources/format/table-classes.ts";

import { parseStamps, stampsText } from "../changes/row-stamps.ts";
import { lockRows } from "../lock-rows.ts";
import { primaryKeyOf } from "../rows.ts";
import { type TableName, tables } from "../tables.ts";
import { stampsOf } from "../written-values.ts";
import { logWhole } from "./begin-log.ts";
import type { ReplicationParts } from "./replication.ts";

type Parts = Pick<ReplicationParts, "database" | "changeLog" | "hybridClock" | "node">;

/**
 * Writes rows once more as they are, in the current transaction, as changes that are later than all that other nodes have of them. A row that
 * its class lets nobody change goes out as it was made, to nodes that lack it. Rows of another home stay as they are. Returns the keys of the
 * written rows.
 */
export async function restampRows(parts: Parts, table: TableName, keys: readonly string[]): Promise<readonly string[]> {
  const { database, changeLog, hybridClock, node } = parts;
  const primaryKey = primaryKeyOf(table);
  const of = tables[table].class;
  const mayChange = tableClasses[of].changes && of !== "rising";
  const written: string[] = [];
  await changeLog.flush();
  for (const [key, row] of await lockRows(database, table, keys)) {
    if (of === "owned" && row["homeNode"] !== node) continue;
    if (mayChange) {
      for (const stamp of Object.values(stampsOf(row))) hybridClock.observe(stamp);
      const { life: before } = parseStamps(row["_v"] as string);
      // A later life also brings back what another node has removed; the tenure of an owned row does the same.
      const life = of === "owned" ? before : hybridClock.next();
      const stamps = stampsText({ stamps: { [primaryKey]: hybridClock.next() }, life, epoch: 1 });
      await database.write(
        `UPDATE \`${table}\` SET \`_v\` = ?, \`version\` = \`version\` + 1, \`lastUpdatedNode\` = ? WHERE \`${primaryKey}\` = ?`,
        [stamps, node, key],
      );
    }
    await logWhole(database, { node, table, range: { text: `t.\`${primaryKey}\` = ?`, values: [key] } });
    written.push(key);
  }
  return written;
}
