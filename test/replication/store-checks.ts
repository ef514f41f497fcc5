import { differingPlaces, dumpOf } from "#bin/prove/node-dump.ts";
import { columnStamp } from "#domain/replication/column-stamps.ts";
import { conflictName } from "#domain/replication/conflicts.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import { namedGuid } from "#platform/object-key.ts";
import type { SqlRow } from "#store/sql/sql.ts";
import { type Table, tables } from "#store/tables.ts";

import type { KeptRow } from "./store-edits.ts";
import type { StoreNode } from "./store-node.ts";

/** A node whose rows are compared with those of others. */
export type ComparedNode = Pick<StoreNode, "name" | "store" | "database">;

const everything = 100_000;

/** Returns what is wrong with the nodes after the quiet, in words. */
export async function storeFaults(
  nodes: readonly ComparedNode[],
  kept: readonly KeptRow[],
  purged: readonly ReplicatedChange[] = [],
): Promise<string[]> {
  const dumps = await Promise.all(nodes.map(async (node) => ({ node, dump: await dumpOf(node) })));
  const [first, ...others] = dumps;
  if (first === undefined) return ["there is no node"];
  const faults: string[] = [];
  for (const { node } of dumps) faults.push(...(await holesIn(node)));
  for (const { node, dump } of others)
    for (const at of differingPlaces(first.dump, dump))
      faults.push(`${at}: ${first.node.name} ${first.dump.get(at)}, ${node.name} ${dump.get(at)}`);
  for (const { node, dump } of dumps) faults.push(...missing(node.name, dump, kept));
  faults.push(...(await unlisted(first.node, purged)));
  return faults;
}

/** Returns the changes in the log of a node. */
export async function loggedChanges(node: ComparedNode): Promise<readonly ReplicatedChange[]> {
  const vector = await sequencesOf(node, "replicationPurged");
  const pull = { by: "check", logEpoch: 0, position: 0, vector, without: [], max: everything };
  return (await node.store.replication.read(pull)).changes;
}

async function sequencesOf({ database }: ComparedNode, table: string): Promise<Record<string, number>> {
  const rows = await database.read(`SELECT \`origin\`, \`seq\` FROM \`${table}\` ORDER BY \`origin\``);
  return Object.fromEntries(rows.map((row) => [String(row["origin"]), Number(row["seq"])]));
}

async function holesIn(node: ComparedNode): Promise<string[]> {
  const { database, name } = node;
  const purged = await sequencesOf(node, "replicationPurged");
  const held = await database.read("SELECT * FROM `replicationHeld`");
  const faults = held.map(
    (row) =>
      `${name} holds ${String(row["origin"])} at ${String(row["seq"])}: ${String(row["reason"])} ${String(row["detail"])}`,
  );
  const log = await database.read(
    "SELECT * FROM `changeLog` WHERE `originSeq` > 0 ORDER BY COALESCE(`position`, `seq`), `seq`",
  );
  const ends = new Map<string, number>();
  for (const row of log) {
    const origin = `${String(row["origin"])}:${String(row["incarnation"])}`;
    const seq = Number(row["originSeq"]);
    // A purge goes by marks, up to which its log may not have gone yet.
    const expected = (ends.get(origin) ?? Math.min(purged[origin] ?? 0, seq - 1)) + 1;
    if (seq !== expected) faults.push(`${name} has ${origin} ${seq} instead of ${expected}`);
    ends.set(origin, seq + spanOf(row) - 1);
  }
  for (const [origin, seq] of Object.entries(await sequencesOf(node, "replicationVector")))
    if ((ends.get(origin) ?? purged[origin]) !== seq)
      faults.push(`${name} knows ${origin} up to ${seq}, and has ${ends.get(origin)}`);
  return faults;
}

const spanOf = (row: SqlRow): number =>
  row["operation"] === "inserts" ? Object.keys(JSON.parse(String(row["data"])) as object).length : 1;

function missing(name: string, dump: ReadonlyMap<string, string>, kept: readonly KeptRow[]): string[] {
  return kept.flatMap(({ table, key, isConfirmed = false }) => {
    const row = dump.get(`${table} ${key}`);
    if (row === undefined) return [`${name} lacks ${table} ${key}`];
    return isConfirmed && !row.includes('["status","C"') ? [`${name} has ${key} no longer confirmed`] : [];
  });
}

/** Returns the values that somebody wrote, that nobody who overwrote them had seen, and that no conflict lists. */
async function unlisted(node: ComparedNode, purged: readonly ReplicatedChange[]): Promise<string[]> {
  const all = [...purged, ...(await loggedChanges(node))];
  const changes = new Map(all.map((change) => [`${change.origin} ${change.seq}`, change])).values();
  const compared = [...changes].filter(({ table }) => table !== "replicationConflicts" && hasConflicts(table));
  const faults: string[] = [];
  for (const ofRow of Map.groupBy(compared, ({ table, key }) => `${table}\n${key}`).values()) {
    const [{ table, key } = { table: "", key: "" }] = ofRow;
    const [row] = await node.database.read(`SELECT * FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?`, [key]);
    for (const change of ofRow)
      if (!(await isListedWhole(node, change))) faults.push(...(await unlistedOf(node, change, { ofRow, row })));
  }
  return faults;
}

const factsOf = (table: string): Table => (tables as Readonly<Record<string, Table>>)[table] as Table;
const primaryKeyOf = (table: string): string => factsOf(table).primaryKey;
const hasConflicts = (table: string): boolean => ["shared", "owned"].includes(factsOf(table).class);

/** Returns true if a new row is listed as a whole, because what it belongs to was taken over before it was known. */
async function isListedWhole(node: ComparedNode, { table, key }: ReplicatedChange): Promise<boolean> {
  const id = namedGuid(conflictName({ table, key, column: primaryKeyOf(table) }));
  return (await node.database.read("SELECT 1 AS `one` FROM `replicationConflicts` WHERE `id` = ?", [id])).length > 0;
}

async function unlistedOf(
  node: ComparedNode,
  change: ReplicatedChange,
  { ofRow, row }: { readonly ofRow: readonly ReplicatedChange[]; readonly row: SqlRow | undefined },
): Promise<string[]> {
  const { table, key, values, stamps } = change;
  const { primaryKey, columns } = factsOf(table);
  const faults: string[] = [];
  for (const [column, value] of Object.entries(values)) {
    const stamp = columnStamp(stamps, primaryKey, column);
    const isSeen = ofRow.some(
      ({ base, values: after, operation }) =>
        base !== undefined &&
        (operation === "remove" || Object.hasOwn(after, column)) &&
        columnStamp(base, primaryKey, column) === stamp,
    );
    // A value that several wrote is lost only with the last of them.
    const isShared = ofRow.some((other) => other !== change && other.values[column] === value);
    if (column === primaryKey || columns[column]?.kind === "sealed" || isSeen || isShared || row?.[column] === value)
      continue;
    const id = namedGuid(conflictName({ table, key, column }));
    const [conflict] = await node.database.read("SELECT `lostStamp` FROM `replicationConflicts` WHERE `id` = ?", [id]);
    const lostStamp = conflict?.["lostStamp"];
    if (typeof lostStamp !== "string" || lostStamp < stamp)
      faults.push(`${table} ${key} ${column}: ${String(value)} (${stamp}) was lost and is not listed`);
  }
  return faults;
}
