import type { Database } from "./database.ts";

/** Counters of this node that rise by one in the transaction that asks. */
export interface Counters {
  /** The next number of a counter, from 1. */
  next(name: string): Promise<number>;
}

/** Makes the counters of a database. */
export function createCounters(database: Database): Counters {
  const insertText =
    database.dialect === "sqlite"
      ? "INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, 1) ON CONFLICT (`name`) DO UPDATE SET `value` = `value` + 1"
      : "INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, 1) ON DUPLICATE KEY UPDATE `value` = `value` + 1";

  return {
    async next(name) {
      await database.write(insertText, [name]);
      const [row] = await database.read("SELECT `value` FROM `nodeCounters` WHERE `name` = ?", [name]);
      return Number(row?.["value"]);
    },
  };
}
