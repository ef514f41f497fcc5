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

/** An entry with its place in the outbox. */
export interface OutboxRow extends OutboxEntry {
  readonly position: number;
  /** What the workflow begins with; this process alone knows it, and whoever dispatches the entry later starts without it. */
  readonly first?: object;
}

/** Starts and wakes of workflows, committed together with the rows that make them necessary. */
export interface Outbox {
  /**
   * Adds a start or wake to the current transaction; after its commit this process is the first to dispatch it. `first` is
   * what a workflow that is started begins with, where its first step was done in this transaction; that step is noted after
   * the entry, because a step that is older than its entry does not answer it.
   */
  add(entry: OutboxEntry, first?: object): Promise<void>;
  /** Takes entries to dispatch: those this process has just committed and, unless told otherwise, those nobody has dispatched. */
  lease(max: number, options?: { readonly forgotten: boolean }): Promise<OutboxRow[]>;
  /** Marks entries as dispatched. They stay until `settle`, in case the engine loses its memory. */
  sent(positions: readonly number[]): Promise<void>;
  /** Gives entries back, to be dispatched again a little later. */
  failed(positions: readonly number[], error: string): Promise<void>;
  /**
   * Removes the entries of a workflow whose row is final, in the current transaction; true where there were some, so that
   * the engine may know of it.
   */
  settle(workflow: OutboxEntry): Promise<boolean>;
  /** How many entries have not been dispatched. */
  unsent(): Promise<number>;
  /** Every workflow that is not settled, dispatched or not, each once. */
  open(): Promise<OutboxEntry[]>;
  /** Those workflows that were started or woken before a moment and are not settled, so they should run; each once. */
  dispatched(before: number): Promise<OutboxEntry[]>;
  /** Those that were woken before a moment and have not made a step since. */
  unanswered(before: number): Promise<OutboxEntry[]>;
}

const retryMs = 1000;
const failedText = "`leasedUntil` = ?, `tries` = `tries` + 1, `lastError` = ?";

interface OutboxParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Whether this process brings its entries to the engine itself; where it does not, others need not wait for the end of its lease. */
  readonly dispatches?: boolean;
}

/** Makes the outbox of a database. */
export function createOutbox({ database, clock, ids, dispatches = true }: OutboxParts): Outbox {
  const owner = ids.guid();
  const ownMs = dispatches ? outboxLeaseMs : 0;
  const fresh: OutboxRow[] = [];
  // Their workflows have nothing to answer: the first step was done with them.
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
      // Own entries leave the memory last: a look at the others may fail, and these would have to wait for the end of their lease.
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
