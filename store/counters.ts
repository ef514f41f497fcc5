import { leasedNumbers } from "#domain/limits.ts";

import type { Database } from "./database.ts";
import { transactionScope } from "./transaction-scope.ts";

/** Counters of this node. */
export interface Counters {
  /** Returns the next number of a counter, from 1, in the current transaction: without gaps, and each caller waits for the one before. */
  next(name: string): Promise<number>;
  /**
   * Returns a number of a counter, from 1, that no other caller gets. A database server leases numbers to processes in blocks, so that no
   * transaction waits for another one; numbers that a process does not use are skipped.
   */
  distinct(name: string): Promise<number>;
  /**
   * Returns the next number of a counter, from 1, in a transaction of its own: it is used up even if the caller's transaction is rolled
   * back.
   */
  apart(name: string): Promise<number>;
}

const leaseText =
  "INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, LAST_INSERT_ID(?)) " +
  "ON DUPLICATE KEY UPDATE `value` = LAST_INSERT_ID(`value` + ?)";

/** Makes the counters of a database. */
export function createCounters(database: Database): Counters {
  const next = (name: string) => database.writeCounted(database.dialect.raiseCounter, [name]);
  const { writeCountedApart: apart } = database;
  if (apart === undefined) {
    const alone = (name: string) => transactionScope.exit(() => database.transactions.run(() => next(name)));
    return { next, distinct: next, apart: alone };
  }
  const lease = (name: string, numbers: number) => apart(leaseText, [name, numbers, numbers]);
  return { next, distinct: createLeases((name) => lease(name, leasedNumbers)), apart: (name) => lease(name, 1) };
}

interface Block {
  next: number;
  readonly last: number;
}

/** Hands out numbers from leased blocks; callers that wait for the same block share it. */
function createLeases(lease: (name: string) => Promise<number>): (name: string) => Promise<number> {
  const blocks = new Map<string, Block>();
  const underWay = new Map<string, Promise<void>>();

  async function renew(name: string): Promise<void> {
    try {
      const last = await lease(name);
      blocks.set(name, { next: last - leasedNumbers + 1, last });
    } finally {
      underWay.delete(name);
    }
  }

  return async (name) => {
    for (;;) {
      const block = blocks.get(name);
      if (block !== undefined && block.next <= block.last) return block.next++;
      const renewing = underWay.get(name) ?? renew(name);
      underWay.set(name, renewing);
      await renewing;
    }
  };
}
