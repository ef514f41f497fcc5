import type { Database } from "./database.ts";

/** Counters of this node that rise by one in the transaction that asks. */
export interface Counters {
  /** The next number of a counter, from 1. */
  next(name: string): Promise<number>;
}

/** Makes the counters of a database. */
export function createCounters(database: Database): Counters {
  const raiseText =
    database.dialect === "sqlite"
      ? "INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, 1) " +
        "ON CONFLICT (`name`) DO UPDATE SET `value` = `value` + 1 RETURNING `value`"
      : "INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, LAST_INSERT_ID(1)) " +
        "ON DUPLICATE KEY UPDATE `value` = LAST_INSERT_ID(`value` + 1)";

  return { next: (name) => database.writeCounted(raiseText, [name]) };
}
