import { auditSinkLeaseMs, auditSinkPauseMsMax, auditSinkPauseMsMin, auditSinkRowsMax } from "#domain/audit-limits.ts";
import type { AuditRecord } from "#domain/audit/audit-record.ts";
import type { JsonValue } from "#domain/json.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";

import type { Database } from "../database.ts";
import { columnsOf } from "../rows.ts";
import type { SqlRow } from "../sql/sql.ts";

/** Rows that a sink gets next. */
export interface AuditDelivery {
  readonly sink: string;
  readonly node: string;
  /** Records in the order of their positions, none left out. */
  readonly records: readonly AuditRecord[];
}

/** Progress of a sink along the chain of a node. */
export interface SinkState {
  readonly sink: string;
  readonly node: string;
  readonly position: number;
  /** Number of rows on the chain that the sink has not received. */
  readonly lag: number;
  readonly deliveredAt: number | null;
  readonly failures: number;
  readonly nextTryAt: number;
  readonly lastError: string | null;
  readonly lastErrorAt: number | null;
}

/** Deliveries of audit rows to the sinks: an outbox whose entries are the chain itself. */
export interface AuditDeliveries {
  /** Returns the next rows of a sink and leases them to this process for a while; null if there are none, or a retry is not due yet. */
  take(sink: string): Promise<AuditDelivery | null>;
  /** Records the delivery of the rows to a sink. */
  delivered(delivery: AuditDelivery): Promise<void>;
  /** Records a failure of a sink; it is retried after a pause that grows. */
  failed(delivery: AuditDelivery, error: string): Promise<void>;
  /** Returns the state of every sink that has ever been tried. */
  states(): Promise<SinkState[]>;
}

interface DeliveryParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

const dueText =
  "SELECT h.`node`, COALESCE(d.`position`, 0) AS `position`, d.`name` FROM `auditChainHeads` h " +
  "LEFT JOIN `auditSinks` d ON d.`node` = h.`node` AND d.`name` = ? " +
  "WHERE h.`position` > COALESCE(d.`position`, 0) AND COALESCE(d.`nextTryAt`, 0) <= ? " +
  "AND (COALESCE(d.`leasedUntil`, 0) <= ? OR d.`leasedBy` = ?) ORDER BY h.`node` LIMIT 1";
const rowsText =
  "SELECT c.`position`, c.`hash`, s.* FROM `auditChain` c JOIN `sesslog_full` s ON s.`key` = c.`rowKey` " +
  `WHERE c.\`node\` = ? AND c.\`position\` > ? ORDER BY c.\`position\` LIMIT ${auditSinkRowsMax}`;

/** Makes the deliveries of a database. */
export function createAuditDeliveries(parts: DeliveryParts): AuditDeliveries {
  const { database, clock, ids } = parts;
  const owner = ids.guid();
  const write = (statement: string, values: readonly (string | number | null)[]) =>
    database.transactions.run(async () => {
      await database.write(statement, values);
    });
  return {
    async take(sink) {
      const now = clock.now();
      const [due] = await database.read(dueText, [sink, now, now, owner]);
      if (due === undefined || !(await lease(parts, owner, sink, due))) return null;
      const node = due["node"] as string;
      const rows = await database.read(rowsText, [node, Number(due["position"])]);
      return { sink, node, records: rows.map(recordOf) };
    },
    async delivered({ sink, node, records }) {
      const position = records.at(-1)?.position;
      if (position === undefined) return;
      await write(
        "UPDATE `auditSinks` SET `position` = ?, `deliveredAt` = ?, `leasedUntil` = 0, `failures` = 0, `nextTryAt` = 0, " +
          "`lastError` = NULL, `lastErrorAt` = NULL WHERE `name` = ? AND `node` = ? AND `leasedBy` = ?",
        [position, clock.now(), sink, node, owner],
      );
    },
    async failed({ sink, node }, error) {
      const now = clock.now();
      const [row] = await database.read("SELECT `failures` FROM `auditSinks` WHERE `name` = ? AND `node` = ?", [
        sink,
        node,
      ]);
      const failures = Number(row?.["failures"] ?? 0) + 1;
      const pauseMs = Math.min(auditSinkPauseMsMax, auditSinkPauseMsMin * 2 ** Math.min(failures - 1, 10));
      await write(
        "UPDATE `auditSinks` SET `failures` = ?, `nextTryAt` = ?, `lastError` = ?, `lastErrorAt` = ?, `leasedUntil` = 0 " +
          "WHERE `name` = ? AND `node` = ? AND `leasedBy` = ?",
        [failures, now + pauseMs, error, now, sink, node, owner],
      );
    },
    async states() {
      const rows = await database.read(
        // Positions do not give the lag: a restore leaves some out.
        "SELECT d.*, (SELECT COUNT(*) FROM `auditChain` c WHERE c.`node` = d.`node` AND c.`position` > d.`position`) AS `lag` " +
          "FROM `auditSinks` d JOIN `auditChainHeads` h ON h.`node` = d.`node` ORDER BY d.`name`, d.`node`",
      );
      return rows.map(stateOf);
    },
  };
}

async function lease({ database, clock }: DeliveryParts, owner: string, sink: string, due: SqlRow): Promise<boolean> {
  const node = due["node"] as string;
  const now = clock.now();
  const ignoring = database.dialect.insertIgnoring;
  return database.transactions.run(async () => {
    if (due["name"] === null) {
      await database.write(
        `${ignoring} INTO \`auditSinks\` (\`name\`, \`node\`, \`position\`, \`leasedUntil\`, \`failures\`, \`nextTryAt\`) VALUES (?, ?, 0, 0, 0, 0)`,
        [sink, node],
      );
    }
    // The position is compared too: another process may have delivered these rows since they were found due.
    const taken = await database.write(
      "UPDATE `auditSinks` SET `leasedBy` = ?, `leasedUntil` = ? WHERE `name` = ? AND `node` = ? AND `position` = ? " +
        "AND (`leasedUntil` <= ? OR `leasedBy` = ?)",
      [owner, now + auditSinkLeaseMs, sink, node, Number(due["position"]), now, owner],
    );
    return taken === 1;
  });
}

function recordOf(row: SqlRow): AuditRecord {
  const record: Record<string, JsonValue> = { hash: row["hash"] as string, position: Number(row["position"]) };
  for (const [name, { kind }] of Object.entries(columnsOf("sesslog_full"))) {
    const value = row[name] as JsonValue;
    record[name] = kind === "json" && typeof value === "string" ? (JSON.parse(value) as JsonValue) : value;
  }
  return record as unknown as AuditRecord;
}

function stateOf(row: SqlRow): SinkState {
  const numberOrNull = (name: string) => (row[name] === null ? null : Number(row[name]));
  return {
    sink: row["name"] as string,
    node: row["node"] as string,
    position: Number(row["position"]),
    lag: Number(row["lag"]),
    deliveredAt: numberOrNull("deliveredAt"),
    failures: Number(row["failures"]),
    nextTryAt: Number(row["nextTryAt"]),
    lastError: row["lastError"] as string | null,
    lastErrorAt: numberOrNull("lastErrorAt"),
  };
}
