import type { Database } from "./database.ts";

/** The most that one turn counts: what a process that was stopped meanwhile does not know to have passed. */
const countedAtOnceMs = 10_000;
const counterName = "steadyMs";

/**
 * Time that has passed while processes of the service ran, counted in the database by what measures durations and nobody can set. It never runs
 * faster than time does; it stands still while nobody counts. Deadlines by which somebody else may still act are measured by it, because a
 * wall clock may be put ahead.
 */
export interface SteadyTime {
  /** Milliseconds that were counted at least; null in a process that does not count, which judges by its clock. */
  least(): number | null;
  /** What will have been counted when a duration is over for sure, in milliseconds; null in a process that does not count. */
  endOf(durationMs: number): number | null;
  /** Counts what has passed since the turn before, in a transaction of its own. Several processes may count: time is counted once. */
  count(): Promise<void>;
}

/** What was read of the count. */
interface Known {
  readonly value: number;
  /** Moments before and after it was read, in milliseconds that have elapsed. */
  readonly askedAt: number;
  readonly readAt: number;
}

/**
 * Makes the steady time of a database.
 * @param elapsed gives milliseconds since any moment, by a clock that nobody sets
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
      // Nothing where another process has counted since: the time since its turn is counted by the next.
      const text = "UPDATE `nodeCounters` SET `value` = ? WHERE `name` = ? AND `value` = ?";
      await database.write(text, [before.value + passed, counterName, before.value]);
    });
  }

  return {
    least: () => known?.value ?? null,
    // Another process may have counted since this one has looked, at most from its own look before on.
    endOf: (durationMs) =>
      known === undefined ? null : Math.ceil(known.value + (elapsed() - known.askedAt) + countedAtOnceMs + durationMs),
    async count() {
      if (known !== undefined) await add(known);
      known = await read();
    },
  };
}
