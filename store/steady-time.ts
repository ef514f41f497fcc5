import type { Database } from "./database.ts";

/** Most milliseconds that one count adds: a process that was stopped meanwhile does not know what has passed. */
const countedAtOnceMs = 10_000;
const counterName = "steadyMs";

/**
 * Time that has passed while processes of the service ran, counted in the database by a clock for durations that nobody can set. It never
 * runs faster than time does, and stands still while no process counts. Deadlines until which someone else may still act are measured by
 * it, because a wall clock may be set ahead.
 */
export interface SteadyTime {
  /** Returns the milliseconds that were counted at least; null in a process that does not count and uses its clock instead. */
  least(): number | null;
  /** Returns the count at which a duration is over for sure, in milliseconds; null in a process that does not count. */
  endOf(durationMs: number): number | null;
  /** Counts the time since the last call, in a transaction of its own. Several processes may count: time is counted once. */
  count(): Promise<void>;
}

/** Result of a read of the count. */
interface Known {
  readonly value: number;
  /** Moments before and after it was read, in milliseconds that have elapsed. */
  readonly askedAt: number;
  readonly readAt: number;
}

/**
 * Makes the steady time of a database.
 * @param elapsed returns milliseconds since a fixed moment, by a clock that nobody sets
 */
export function createSteadyTime(database: Database, elapsed: () => number): SteadyTime {
  let known: Known | undefined;

  async function read(): Promise<Known> {
    const askedAt = elapsed();
    const [row] = await database.read("SELECT `value` FROM `nodeCounters` WHERE `name` = ?", [counterName]);
    return { value: Number(row?.["value"] ?? 0), askedAt, readAt: elapsed() };
  }

  async function add(before: Known): Promise<void> {
    const passed = Math.min(Math.floor(elapsed() - before.readAt), countedAtOnceMs);
    await database.transactions.run(async () => {
      await database.write(
        `${database.dialect.insertIgnoring} INTO \`nodeCounters\` (\`name\`, \`value\`) VALUES (?, 0)`,
        [counterName],
      );
      // Adds nothing if another process has counted since: the next count adds the time since then.
      const text = "UPDATE `nodeCounters` SET `value` = ? WHERE `name` = ? AND `value` = ?";
      await database.write(text, [before.value + passed, counterName, before.value]);
    });
  }

  return {
    least: () => known?.value ?? null,
    // Another process may have counted since this one has read the count, at most from its own read before on.
    endOf: (durationMs) =>
      known === undefined ? null : Math.ceil(known.value + (elapsed() - known.askedAt) + countedAtOnceMs + durationMs),
    async count() {
      if (known !== undefined) await add(known);
      known = await read();
    },
  };
}
