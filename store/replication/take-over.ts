import { childrenOf, ownedParents } from "#domain/replication/owned-parents.ts";
import { runWorkflow } from "#domain/runs/run-step.ts";

import type { ChangeLog } from "../changes/change-log.ts";
import { nothing } from "../changes/change.ts";
import type { HybridClock } from "../changes/hybrid-clock.ts";
import { parseStamps, stampsText } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { lockedRows } from "../locked-rows.ts";
import { columnsOf, primaryKeyOf } from "../rows.ts";
import type { SqlRow } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";
import { publicValues, replaced, rowStamps, stampsOf, valuesOf } from "../written-values.ts";
import { Draft, type WrittenRow } from "./draft.ts";
import { tellLate } from "./late-rows.ts";
import type { ReplicationParts } from "./replication.ts";

interface TakeOverParts {
  readonly database: Database;
  readonly changeLog: Pick<ChangeLog, "append">;
  readonly hybridClock: HybridClock;
  readonly node: string;
}

/** Rows of another node to take over. */
interface TakenRows {
  readonly table: TableName;
  /** Home of the rows. */
  readonly from: string;
  readonly max: number;
}

/**
 * Takes rows of a table over from another node, in the current transaction: their home is this node then, and their epoch is higher, so what
 * the other node still writes into them has no effect anywhere. Returns their keys.
 */
export async function takeOverRows(parts: TakeOverParts, { table, from, max }: TakenRows): Promise<readonly string[]> {
  const { database } = parts;
  const key = primaryKeyOf(table);
  const rows = await database.read(
    `SELECT * FROM \`${table}\` WHERE \`homeNode\` = ? ORDER BY \`${key}\` LIMIT ${Math.trunc(max)}` +
      database.dialect.forUpdate,
    [from],
  );
  await takeRows(parts, table, rows);
  const keys = rows.map((row) => row[key] as string);
  for (const child of childrenOf(table)) await takeChildren(parts, child, keys);
  if (childrenOf(table).length > 0 || Object.hasOwn(ownedParents, table)) await followOwn(parts, table, keys);
  return keys;
}

/** Takes over what belongs to rows, whose home may be a third node that has stopped in the middle of a take-over. */
async function takeChildren(
  parts: TakeOverParts,
  { table, column }: { readonly table: string; readonly column: string },
  keys: readonly string[],
): Promise<void> {
  const { database, node } = parts;
  for (const key of keys) {
    const text = `SELECT * FROM \`${table}\` WHERE \`${column}\` = ? AND \`homeNode\` <> ?`;
    await takeRows(parts, table as TableName, await database.read(text + database.dialect.forUpdate, [key, node]));
  }
}

async function takeRows(
  { database, changeLog, hybridClock, node }: TakeOverParts,
  table: TableName,
  rows: readonly SqlRow[],
): Promise<void> {
  const key = primaryKeyOf(table);
  for (const row of rows) {
    const before = stampsOf(row);
    for (const stamp of Object.values(before)) hybridClock.observe(stamp);
    const stamp = hybridClock.next();
    const version = Number(row["version"]) + 1;
    const { life } = parseStamps(row["_v"] as string);
    const home = { homeNode: node, ownerEpoch: Number(row["ownerEpoch"]) + 1 };
    const written = {
      ...rowStamps({ node }, version, {}),
      ...home,
      _v: stampsText({ stamps: { [key]: stamp }, life, epoch: 1 }),
    };
    const assignments = Object.keys(written).map((column) => `\`${column}\` = ?`);
    await database.write(`UPDATE \`${table}\` SET ${assignments.join(", ")} WHERE \`${key}\` = ?`, [
      ...Object.values(written),
      row[key] as string,
    ]);
    lockedRows.put(table, row[key] as string, { ...row, ...written });
    await changeLog.append({
      table,
      key: row[key] as string,
      operation: "update",
      version,
      stamp,
      // No value changes here, so no webhook tells of the row once more.
      data: nothing,
      sent: publicValues(columnsOf(table), valuesOf(table, row)),
      stamps: replaced(table, row, before),
    });
  }
}

/** Hides what is late of rows that this node has just taken over. */
async function followOwn(
  { database, changeLog, node }: Omit<TakeOverParts, "hybridClock">,
  table: TableName,
  keys: readonly string[],
): Promise<void> {
  const draft = new Draft(database);
  const places = keys.map((key) => ({ table, key }));
  await draft.load(places);
  await tellLate({ changeLog, node }, draft, await draft.judge(places));
  await draft.write(node);
}

/** Workflows of rows, by their tables. */
const workflows: Readonly<Record<string, string>> = { reqbatch: "request", runs: runWorkflow };

/**
 * Follows take-overs by other nodes that have just been applied: nothing of these rows is due here any longer, and their workflows are woken
 * to end.
 */
export async function followTakeOvers(
  { moments, outbox }: Pick<ReplicationParts, "moments" | "outbox">,
  written: readonly WrittenRow[],
): Promise<void> {
  for (const { table, key, before, tenure } of written) {
    if (tenure === undefined || before === undefined || before["homeNode"] === tenure.node) continue;
    await moments.clear(key);
    const workflowType = workflows[table];
    if (workflowType !== undefined && (await outbox.settle({ workflowType, workflowId: key })))
      await outbox.add({ workflowType, workflowId: key });
  }
}

/** Returns true if rows of a table have a home that another node can take over; signing keys are of their node for ever. */
export const isTakenOver = (table: TableName): boolean => tables[table].class === "owned" && table !== "signingKeys";
