import { outboxLeaseMs } from "#domain/limits.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";

import type { Database } from "./database.ts";
import { leaseDue } from "./lease-due.ts";
import { marks, type SqlRow } from "./sql/sql.ts";

/** A workflow to start or wake. */
export interface OutboxEntry {
  readonly workflowType: string;
  readonly workflowId: string;
}

/** An entry with its position in the outbox. */
export interface OutboxRow extends OutboxEntry {
  readonly position: number;
  /** First input of the workflow; only this process knows it, and any other that dispatches the entry starts the workflow without it. */
  readonly first?: object;
}

/** Starts and wakes of workflows, committed together with the rows that make them necessary. */
export interface Outbox {
  /**
   * Adds a start or wake to the current transaction; after its commit this process is the first to dispatch it. `first` is the first input
   * of a started workflow whose first step was done in this transaction. That step is recorded after the entry, because a step that is
   * older than its entry does not answer it.
   */
  add(entry: OutboxEntry, first?: object): Promise<void>;
  /** Leases entries to dispatch: those that this process has just committed and, by default, those that no process has dispatched. */
  lease(max: number, options?: { readonly forgotten: boolean }): Promise<OutboxRow[]>;
  /** Marks entries as dispatched. They stay until `settle`, in case the engine loses its data. */
  sent(positions: readonly number[]): Promise<void>;
  /** Gives entries back, to be dispatched again a little later. */
  failed(positions: readonly number[], error: string): Promise<void>;
  /**
   * Removes the entries of a workflow whose row is final, in the current transaction; returns true if there were any, so that the engine
   * may know of it.
   */
  settle(workflow: OutboxEntry): Promise<boolean>;
  /** Counts the entries that have not been dispatched. */
  unsent(): Promise<number>;
  /** Returns every workflow that is not settled, dispatched or not, each once. */
  open(): Promise<OutboxEntry[]>;
  /** Returns the workflows that were started or woken before a moment and are not settled, so they should run; each once. */
  dispatched(before: number): Promise<OutboxEntry[]>;
  /** Returns the workflows that were woken before a moment and have not made a step since. */
  unanswered(before: number): Promise<OutboxEntry[]>;
}

const retryMs = 1000;
const failedText = "`leasedUntil` = ?, `tries` = `tries` + 1, `lastError` = ?";

interface OutboxParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** True if this process dispatches its entries to the engine itself; otherwise others need not wait for the end of its lease. */
  readonly dispatches?: boolean;
}

/** Makes the outbox of a database. */
export function createOutbox({ database, clock, ids, dispatches = true }: OutboxParts): Outbox {
  const owner = ids.guid();
  const ownMs = dispatches ? outboxLeaseMs : 0;
  const fresh: OutboxRow[] = [];
  // The workflows of these entries have nothing to answer, because their first step was done with the entry.
  const begun = new Set<number>();

  return {
    async add({ workflowType, workflowId }, first) {
      const now = clock.now();
      const position = await database.writeCounted(
        "INSERT INTO `outbox` (`workflowType`, `workflowId`, `createdAt`, `leasedUntil`, `leasedBy`, `tries`) VALUES (?, ?, ?, ?, ?, 0)",
        [workflowType, workflowId, now, now + ownMs, owner],
      );
      database.transactions.afterCommit(() => {
        fresh.push({ workflowType, workflowId, position, ...(first && { first }) });
        if (first) begun.add(position);
      });
    },
    async lease(max, { forgotten } = { forgotten: true }) {
      // Own entries leave the memory last: the read of the others may fail, and own entries would then have to wait for the end of their
      // lease.
      const room = max - fresh.length;
      const others = forgotten && room > 0 ? await leaseForgotten({ database, clock, ids }, owner, room) : [];
      return [...fresh.splice(0, max - others.length), ...others];
    },
    sent: (positions) =>
      database.transactions.run(async () => {
        const answered = positions.filter((position) => begun.delete(position));
        const others = positions.filter((position) => !answered.includes(position));
        await change(database, answered, "`sentAt` = `createdAt`, `lastError` = NULL", []);
        await change(database, others, "`sentAt` = ?, `lastError` = NULL", [clock.now()]);
      }),
    failed: (positions, error) =>
      database.transactions.run(() => change(database, positions, failedText, [clock.now() + retryMs, error])),
    async settle({ workflowType, workflowId }) {
      const text = "DELETE FROM `outbox` WHERE `workflowId` = ? AND `workflowType` = ?";
      return (await database.write(text, [workflowId, workflowType])) > 0;
    },
    async unsent() {
      const [row] = await database.read("SELECT COUNT(*) AS `n` FROM `outbox` WHERE `sentAt` IS NULL");
      return Number(row?.["n"]);
    },
    open: () => entries(database, "1 = 1", []),
    dispatched: (before) => entries(database, "`sentAt` < ?", [before]),
    unanswered: (before) => entries(database, `\`sentAt\` < ? AND \`sentAt\` > ${lastStep}`, [before]),
  };
}

const lastStep = "COALESCE((SELECT MAX(`doneAt`) FROM `steps` WHERE `steps`.`workflowId` = `outbox`.`workflowId`), 0)";

async function entries(database: Database, condition: string, values: readonly number[]): Promise<OutboxEntry[]> {
  const rows = await database.read(
    `SELECT DISTINCT \`workflowType\`, \`workflowId\` FROM \`outbox\` WHERE ${condition} ORDER BY \`workflowId\``,
    values,
  );
  return rows.map(entryOf);
}

function entryOf(row: SqlRow): OutboxEntry {
  return { workflowType: row["workflowType"] as string, workflowId: row["workflowId"] as string };
}

function leaseForgotten({ database, clock }: OutboxParts, owner: string, max: number): Promise<readonly OutboxRow[]> {
  const text =
    "SELECT `position`, `workflowType`, `workflowId` FROM `outbox` WHERE `sentAt` IS NULL AND `leasedUntil` < ? " +
    `ORDER BY \`position\` LIMIT ${Math.trunc(max)}`;
  return leaseDue(database, { text, values: [clock.now()] }, async (rows) => {
    const due = rows.map((row) => ({ position: row["position"] as number, ...entryOf(row) }));
    const positions = due.map(({ position }) => position);
    await change(database, positions, "`leasedUntil` = ?, `leasedBy` = ?", [clock.now() + outboxLeaseMs, owner]);
    return due;
  });
}

async function change(
  database: Database,
  positions: readonly number[],
  assignments: string,
  values: readonly (string | number)[],
): Promise<void> {
  if (positions.length === 0) return;
  const text = `UPDATE \`outbox\` SET ${assignments} WHERE \`position\` IN (${marks(positions).text})`;
  await database.write(text, [...values, ...positions]);
}
