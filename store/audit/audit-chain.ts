import { auditChainRowsMax } from "#domain/audit-limits.ts";
import { positionsFrom } from "#domain/restore-epoch.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "../database.ts";
import type { Epoch } from "../epoch.ts";
import type { SqlRow } from "../sql/sql.ts";
import { type ChainLink, type HashKeys, linkHash, rowHash } from "./audit-content.ts";
import { addFigures } from "./audit-figures.ts";

/** The newest link of a chain. */
export interface ChainHead {
  readonly node: string;
  readonly position: number;
  readonly hash: string;
}

/** The chain of the audit rows of each node, in the order in which they were found committed. */
export interface AuditChain {
  /**
   * Appends pending rows to the chain and adds them to the figures of sessions and days, a bounded number in one transaction; returns their
   * number. Several processes may call it at once: they wait for each other.
   */
  extend(): Promise<number>;
  /** Returns the head of each node's chain. */
  heads(): Promise<ChainHead[]>;
  /** Counts the rows that are not on the chain yet. */
  pending(): Promise<number>;
}

/** Dependencies of the chain. */
export interface ChainParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly epoch: Pick<Epoch, "current">;
  readonly keys: HashKeys;
}

const pendingText =
  "SELECT p.`id` AS `pendingId`, p.`node` AS `pendingNode`, p.`rowKey` AS `pendingKey`, s.* FROM `auditPending` p " +
  `LEFT JOIN \`sesslog_full\` s ON s.\`key\` = p.\`rowKey\` ORDER BY p.\`id\` LIMIT ${auditChainRowsMax}`;

/** Makes the chain of a database. */
export function createAuditChain(parts: ChainParts): AuditChain {
  const { database } = parts;
  return {
    async extend() {
      // Most calls find nothing: they must not take the write lock to learn it.
      if ((await database.read("SELECT 1 AS `one` FROM `auditPending` LIMIT 1")).length === 0) return 0;
      return database.transactions.run(() => extend(parts));
    },
    async heads() {
      const rows = await database.read("SELECT * FROM `auditChainHeads` WHERE `node` <> '' ORDER BY `node`");
      return rows.map(headOf);
    },
    async pending() {
      const [row] = await database.read("SELECT COUNT(*) AS `n` FROM `auditPending`");
      return Number(row?.["n"]);
    },
  };
}

async function extend(parts: ChainParts): Promise<number> {
  const { database } = parts;
  // Serializes the processes: SQLite runs one transaction at a time, elsewhere this row is the lock.
  if (!database.dialect.oneWriter) {
    await database.read("SELECT `node` FROM `auditChainHeads` WHERE `node` = '' FOR UPDATE");
  }
  const rows = await database.read(pendingText);
  for (const [node, ofNode] of Map.groupBy(rows, (row) => row["pendingNode"] as string)) {
    await addLinks(parts, node, ofNode);
  }
  const pending = rows.map((row) => row["pendingId"]);
  const removed = await database.write(database.dialect.deleteListed("auditPending", "id"), [JSON.stringify(pending)]);
  const found = rows.filter((row) => row["key"] !== null);
  await addFigures(database, found);
  return removed;
}

const removedRowHash = "removed";

const linkColumns = [
  { name: "node", type: "text" },
  { name: "position", type: "number" },
  { name: "rowKey", type: "text" },
  { name: "rowHash", type: "text" },
  { name: "hash", type: "text" },
  { name: "chainedAt", type: "number" },
] as const;

async function addLinks(parts: ChainParts, node: string, rows: readonly SqlRow[]): Promise<void> {
  const { database, clock, epoch, keys } = parts;
  const head = await headOfNode(database, node);
  let { hash } = head;
  // After a restore, no position is used again that an anchor or a sink may know for another row.
  let position = Math.max(head.position, positionsFrom(epoch.current));
  const now = clock.now();
  const links = rows.map((row) => {
    // A row that was removed before it got its link gets one all the same, so that its absence is found.
    const hashOfRow = row["key"] === null ? removedRowHash : rowHash(keys, row);
    const link: ChainLink = { node, position: ++position, rowKey: row["pendingKey"] as string, rowHash: hashOfRow };
    hash = linkHash(keys, link, hash);
    return [node, link.position, link.rowKey, link.rowHash, hash, now];
  });
  const names = linkColumns.map(({ name }) => `\`${name}\``).join(", ");
  await database.write(
    `INSERT INTO \`auditChain\` (${names}) SELECT ${names} FROM ${database.dialect.jsonRows(linkColumns)}`,
    [JSON.stringify(links)],
  );
  await database.write("UPDATE `auditChainHeads` SET `position` = ?, `hash` = ? WHERE `node` = ?", [
    position,
    hash,
    node,
  ]);
}

async function headOfNode(database: Database, node: string): Promise<ChainHead> {
  const [known] = await database.read("SELECT * FROM `auditChainHeads` WHERE `node` = ?", [node]);
  if (known) return headOf(known);
  await database.write("INSERT INTO `auditChainHeads` (`node`, `position`, `hash`) VALUES (?, 0, '')", [node]);
  return { node, position: 0, hash: "" };
}

function headOf(row: SqlRow): ChainHead {
  return { node: row["node"] as string, position: Number(row["position"]), hash: row["hash"] as string };
}
