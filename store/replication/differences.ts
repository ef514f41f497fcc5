import type { DifferenceKind } from "#domain/replication/differences.ts";

import type { Database } from "../database.ts";
import type { TableName } from "../tables.ts";

/** Row that two nodes have differently, or whose parent is missing. */
export interface Difference {
  readonly table: TableName;
  readonly key: string;
  readonly kind: DifferenceKind;
  /** Columns that differ; for an orphan the one that names the missing row. */
  readonly columns: readonly string[];
  /** Latest stamps of the row here and at the other node; null where it is missing. */
  readonly ownStamp: string | null;
  readonly otherStamp: string | null;
}

/** Difference with the node that it was found with. */
export interface FoundDifference extends Difference {
  readonly peer: string;
  readonly foundAt: number;
}

/** Differences that were found, as this node keeps them for itself. */
export interface Differences {
  /** Replaces what was found in a table with a node, in the current transaction; of very many the first ones are kept. */
  keepDifferences(
    at: { readonly peer: string; readonly table: TableName; readonly now: number; readonly isFirst: boolean },
    found: readonly Difference[],
  ): Promise<void>;
  /** Returns differences in the order of tables and keys, with one node or with all. */
  differences(peer: string | null, max: number): Promise<readonly FoundDifference[]>;
  /** Drops differences, in the current transaction. */
  dropDifferences(found: readonly Pick<FoundDifference, "peer" | "table" | "key">[]): Promise<void>;
}

/** Most differences that are kept of one table with one node. */
const keptMax = 500;

/** Makes the list of differences of a database. */
export function createDifferences({ read, write }: Database): Differences {
  return {
    async keepDifferences({ peer, table, now, isFirst }, found) {
      if (isFirst)
        await write("DELETE FROM `replicationDifferences` WHERE `peer` = ? AND `tableName` = ?", [peer, table]);
      const [kept] = await read(
        "SELECT COUNT(*) AS `n` FROM `replicationDifferences` WHERE `peer` = ? AND `tableName` = ?",
        [peer, table],
      );
      for (const { key, kind, columns, ownStamp, otherStamp } of found.slice(0, keptMax - Number(kept?.["n"] ?? 0)))
        await write(
          "REPLACE INTO `replicationDifferences` (`peer`, `tableName`, `rowKey`, `kind`, `columns`, `ownStamp`, `otherStamp`, `foundAt`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          [peer, table, key, kind, JSON.stringify(columns), ownStamp, otherStamp, now],
        );
    },
    async differences(peer, max) {
      const where = peer === null ? "" : "WHERE `peer` = ? ";
      const rows = await read(
        `SELECT * FROM \`replicationDifferences\` ${where}ORDER BY \`peer\`, \`tableName\`, \`rowKey\` LIMIT ${Math.trunc(max)}`,
        peer === null ? [] : [peer],
      );
      return rows.map((row) => ({
        peer: String(row["peer"]),
        table: row["tableName"] as TableName,
        key: String(row["rowKey"]),
        kind: row["kind"] as DifferenceKind,
        columns: JSON.parse(String(row["columns"])) as string[],
        ownStamp: row["ownStamp"] as string | null,
        otherStamp: row["otherStamp"] as string | null,
        foundAt: Number(row["foundAt"]),
      }));
    },
    async dropDifferences(found) {
      for (const { peer, table, key } of found)
        await write("DELETE FROM `replicationDifferences` WHERE `peer` = ? AND `tableName` = ? AND `rowKey` = ?", [
          peer,
          table,
          key,
        ]);
    },
  };
}
