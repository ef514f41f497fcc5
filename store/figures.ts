import { countedRowsMax, finishedLookedAtMax } from "#domain/metric-limits.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import type { Database } from "./database.ts";
import { marks, type SqlRow, type SqlValue } from "./sql/sql.ts";

/** Number of rows that have something in common. */
export interface CountedRows {
  readonly name: string;
  readonly count: number;
}

/** Operations of a proxy on a target system that it has not finished. */
export interface WaitingOperations {
  readonly proxyServer: string;
  readonly targetSystemKey: string;
  readonly count: number;
}

/** Figures of the record for those who operate the service. Counts stop at a limit. */
export interface Figures {
  /** Requests that are not closed, by the letter of their status. */
  readonly requestsOpen: readonly CountedRows[];
  readonly outboxWaiting: number;
  /** Time of the oldest entry of the outbox that was not sent, milliseconds UTC; null if there is none. */
  readonly outboxOldestAt: number | null;
  readonly momentsWaiting: number;
  /** Earliest moment that is due and leased to no one; null if there is none. */
  readonly momentDueAt: number | null;
  readonly passwordQueueWaiting: number;
  readonly passwordQueueOldestAt: number | null;
  /** Managed accounts by the letter of their status. */
  readonly vaultAccounts: readonly CountedRows[];
  readonly vaultOverdue: number;
  readonly auditPending: number;
  /** Audit rows that each sink has not received, of all nodes together. */
  readonly auditBehind: readonly CountedRows[];
  /** Time of the last success of each target system among the latest finished operations. */
  readonly lastSuccesses: readonly { readonly targetSystemKey: string; readonly at: number }[];
  readonly operationsWaiting: readonly WaitingOperations[];
}

/** Request for figures. */
export interface FiguresAsked {
  readonly now: number;
  /** Time before which a randomization is overdue. */
  readonly overdueBefore: number;
  /** Statuses of requests that are not closed. */
  readonly openStatuses: readonly string[];
  readonly proxies: readonly string[];
}

/** Reads the figures by short statements, each of which looks at a limited number of rows. */
export async function readFigures(read: Database["read"], asked: FiguresAsked): Promise<Figures> {
  const { now, overdueBefore, openStatuses, proxies } = asked;
  const managed = `\`managedAccounts\` WHERE \`policyId\` <> '${historicalPolicyId}'`;
  return {
    requestsOpen: await grouped(
      read,
      "status",
      `\`reqbatch\` WHERE \`finishedAt\` IS NULL AND \`status\` IN (${marks(openStatuses).text})`,
      openStatuses,
    ),
    ...(await outboxOf(read)),
    momentsWaiting: await counted(read, "`moments`"),
    momentDueAt: await lowest(read, "leasedUntil", "`moments` WHERE `leasedUntil` <= ?", [now]),
    passwordQueueWaiting: await counted(read, "`passwordQueue`"),
    passwordQueueOldestAt: await lowest(read, "queuedAt", "`passwordQueue`"),
    vaultAccounts: await grouped(read, "status", managed),
    vaultOverdue: await counted(read, `${managed} AND \`disabledReason\` IS NULL AND \`nextRandomized\` < ?`, [
      overdueBefore,
    ]),
    auditPending: await counted(read, "`auditPending`"),
    auditBehind: await behind(read),
    lastSuccesses: await successes(read),
    operationsWaiting: await waiting(read, proxies),
  };
}

async function outboxOf(read: Database["read"]): Promise<Pick<Figures, "outboxWaiting" | "outboxOldestAt">> {
  const from = "`outbox` WHERE `sentAt` IS NULL";
  return { outboxWaiting: await counted(read, from), outboxOldestAt: await lowest(read, "createdAt", from) };
}

async function counted(read: Database["read"], from: string, values: readonly SqlValue[] = []): Promise<number> {
  const text = `SELECT COUNT(*) AS \`n\` FROM (SELECT 1 AS \`one\` FROM ${from} LIMIT ${countedRowsMax}) AS \`few\``;
  const [row] = await read(text, values);
  return Number(row?.["n"]);
}

async function grouped(
  read: Database["read"],
  column: string,
  from: string,
  values: readonly SqlValue[] = [],
): Promise<CountedRows[]> {
  const few = `(SELECT \`${column}\` FROM ${from} LIMIT ${countedRowsMax}) AS \`few\``;
  const rows = await read(
    `SELECT \`${column}\` AS \`name\`, COUNT(*) AS \`n\` FROM ${few} GROUP BY \`${column}\``,
    values,
  );
  return rows.map(countedOf);
}

async function lowest(
  read: Database["read"],
  column: string,
  from: string,
  values: readonly SqlValue[] = [],
): Promise<number | null> {
  const few = `(SELECT \`${column}\` FROM ${from} LIMIT ${countedRowsMax}) AS \`few\``;
  const [row] = await read(`SELECT MIN(\`${column}\`) AS \`at\` FROM ${few}`, values);
  const at = row?.["at"] ?? null;
  return at === null ? null : Number(at);
}

/** Positions give no number of rows, because a restore leaves some out. */
async function behind(read: Database["read"]): Promise<CountedRows[]> {
  const sinks = await read("SELECT `name`, `node`, `position` FROM `auditSinks` ORDER BY `name`, `node`");
  const counts = new Map<string, number>();
  for (const { name, node, position } of sinks) {
    const key = String(name);
    const rows = await counted(read, "`auditChain` WHERE `node` = ? AND `position` > ?", [
      String(node),
      Number(position),
    ]);
    counts.set(key, (counts.get(key) ?? 0) + rows);
  }
  return [...counts].map(([name, count]) => ({ name, count }));
}

async function successes(read: Database["read"]): Promise<Figures["lastSuccesses"]> {
  const latest =
    "SELECT `targetSystemKey`, `finishedAt`, `result` FROM `requestOperations` WHERE `finishedAt` IS NOT NULL " +
    `ORDER BY \`finishedAt\` DESC LIMIT ${finishedLookedAtMax}`;
  const rows = await read(
    `SELECT \`targetSystemKey\` AS \`name\`, MAX(\`finishedAt\`) AS \`at\` FROM (${latest}) AS \`few\` ` +
      "WHERE `result` = 'S' AND `targetSystemKey` IS NOT NULL GROUP BY `targetSystemKey`",
  );
  return rows.map((row) => ({ targetSystemKey: String(row["name"]), at: Number(row["at"]) }));
}

async function waiting(read: Database["read"], proxies: readonly string[]): Promise<WaitingOperations[]> {
  if (proxies.length === 0) return [];
  const open =
    "SELECT `proxyServer`, `targetSystemKey` FROM `requestOperations` " +
    `WHERE \`proxyServer\` IN (${marks(proxies).text}) AND \`result\` = 'P' LIMIT ${countedRowsMax}`;
  const rows = await read(
    `SELECT \`proxyServer\`, \`targetSystemKey\`, COUNT(*) AS \`n\` FROM (${open}) AS \`few\` GROUP BY \`proxyServer\`, \`targetSystemKey\``,
    proxies,
  );
  return rows.map((row) => ({
    proxyServer: String(row["proxyServer"]),
    targetSystemKey: String(row["targetSystemKey"]),
    count: Number(row["n"]),
  }));
}

function countedOf(row: SqlRow): CountedRows {
  return { name: String(row["name"]), count: Number(row["n"]) };
}
