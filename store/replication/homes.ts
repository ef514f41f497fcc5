import type { Expression } from "#domain/query/bound-query.ts";
import { always, eq } from "#domain/query/condition.ts";

import type { ChangeLog } from "../changes/change-log.ts";
import type { HybridClock } from "../changes/hybrid-clock.ts";
import type { Database } from "../database.ts";
import { lockedRows } from "../locked-rows.ts";
import { primaryKeyOf } from "../rows.ts";
import { type TableName, tables } from "../tables.ts";
import { numberedCounter, requireHome } from "./require-home.ts";
import { isTakenOver, takeOverRows } from "./take-over.ts";

/** Home nodes of rows of the class `owned`. Before other nodes know this one, it is the home of all. */
export interface Homes {
  /** Returns true if other nodes have rows of this one. */
  isShared(): Promise<boolean>;
  /** Returns the condition on the rows of an owned table that this node writes. */
  here(): Promise<Expression>;
  /** Returns the home of a row; undefined if there is none, or no other node knows this one. */
  of(table: TableName, key: string): Promise<string | undefined>;
  /** Returns the home of a row if it is another node. */
  elsewhere(table: TableName, key: string): Promise<string | undefined>;
  /**
   * Refuses to act for a row of another node.
   * @throws OWNED_BY_NODE with the home and its address
   */
  require(table: TableName, key: string): Promise<void>;
  /**
   * Takes rows of a lost node over, at most so many, in the current transaction: first what belongs to others, so that nobody goes on with a
   * request whose parts have another home. Returns their keys by table.
   */
  takeOver(from: string, max: number): Promise<ReadonlyMap<TableName, readonly string[]>>;
}

/** Tables whose rows have others that belong to them, in the order in which they are taken over, after all others. */
const lastTables = [
  "managedAccounts",
  "enforcementRuns",
  "analyses",
  "massResets",
  "runs",
  "requestBatches",
  "reqbatch",
];
const takenTables = (Object.keys(tables) as TableName[])
  .filter(isTakenOver)
  .toSorted((one, other) => lastTables.indexOf(one) - lastTables.indexOf(other));

/** Makes the reads of home nodes. */
export function createHomes(
  database: Database,
  node: string,
  log: { readonly changeLog: Pick<ChangeLog, "append">; readonly hybridClock: HybridClock },
): Homes {
  const { read } = database;
  const isShared = async () =>
    (await read("SELECT 1 AS `one` FROM `nodeCounters` WHERE `name` = ?", [numberedCounter])).length > 0;
  async function of(table: TableName, key: string): Promise<string | undefined> {
    if (tables[table].class !== "owned" || !(await isShared())) return undefined;
    const text = `SELECT \`homeNode\` FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?`;
    const row = lockedRows.get(table, key) ?? (await read(text, [key]))[0];
    const home = row?.["homeNode"];
    return typeof home === "string" ? home : undefined;
  }
  return {
    isShared,
    of,
    here: async () => ((await isShared()) ? eq("homeNode", node) : always),
    async elsewhere(table, key) {
      const home = await of(table, key);
      return home === node ? undefined : home;
    },
    async require(table, key) {
      const homeNode = await of(table, key);
      if (homeNode !== undefined) await requireHome(database, node, { table, row: { homeNode } });
    },
    async takeOver(from, max) {
      // No apply brings further rows of the other node meanwhile.
      await read(
        `SELECT \`value\` FROM \`nodeCounters\` WHERE \`name\` = '${numberedCounter}'` + database.dialect.forUpdate,
      );
      const taken = new Map<TableName, readonly string[]>();
      let left = max;
      for (const table of takenTables) {
        if (left <= 0) break;
        const keys = await takeOverRows({ database, node, ...log }, { table, from, max: left });
        if (keys.length > 0) taken.set(table, keys);
        left -= keys.length;
      }
      return taken;
    },
  };
}
