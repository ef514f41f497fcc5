import { ServiceError } from "#domain/errors.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "../database.ts";

/** Error codes of a database that reads but does not write. */
const refusing = new Set<string>([
  "DATABASE_FULL",
  "DATABASE_READ_ONLY",
  "DATABASE_UNAVAILABLE",
  "DATABASE_NOT_DURABLE",
  "DATABASE_DAMAGED",
  "OUTCOME_UNKNOWN",
]);
/** Milliseconds after a refused transaction in which the database counts as refusing: on a full disk a small transaction may still fit. */
const refusedMs = 5_000;

/** Runner of transactions that knows whether the database accepts them. */
export interface WriteWatch {
  transaction<T>(run: () => Promise<T>): Promise<T>;
  /**
   * Returns true if the database answers, has refused no transaction lately, and accepts one again after a refusal: a full disk still
   * reads.
   */
  answers(): Promise<boolean>;
}

/** Watches the transactions of a database. */
export function watchWrites(
  { transactions, read, write }: Pick<Database, "transactions" | "read" | "write">,
  clock: Clock,
): WriteWatch {
  let refusedAt: number | undefined;

  async function transaction<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await transactions.run(run);
    } catch (error) {
      if (error instanceof ServiceError && refusing.has(error.code)) refusedAt = clock.now();
      throw error;
    }
  }

  async function takesWrites(): Promise<boolean> {
    if (refusedAt === undefined) return true;
    if (clock.now() - refusedAt < refusedMs) return false;
    // The row keeps its value, but the write needs the disk as every other write does.
    await transaction(() => write("UPDATE `nodeCounters` SET `value` = `value` WHERE `name` = 'changeLogPosition'"));
    refusedAt = undefined;
    return true;
  }

  return {
    transaction,
    async answers() {
      try {
        await read("SELECT 1 AS `one`");
        return await takesWrites();
      } catch {
        return false;
      }
    },
  };
}
