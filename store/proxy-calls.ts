import { proxyCallKeptSeconds } from "#domain/limits.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "./database.ts";
import type { SteadyTime } from "./steady-time.ts";

/** Signed calls of proxies that were accepted, by all processes together. */
export interface ProxyCalls {
  /** Accepts a call in a transaction; returns false if it was accepted before, here or elsewhere. */
  take(call: string): Promise<boolean>;
  /**
   * Deletes calls that were accepted so long ago that their age refuses them. Both the clock and the steady time must say so, because a
   * clock that is ahead may be set back.
   */
  drop(): Promise<number>;
}

/** Clocks that decide when calls are deleted. */
export interface ProxyCallTimes {
  readonly clock: Clock;
  readonly steadyTime: Pick<SteadyTime, "least" | "endOf">;
}

const keptMs = proxyCallKeptSeconds * 1000;

/** Makes the calls of a database. */
export function createProxyCalls(database: Database, { clock, steadyTime }: ProxyCallTimes): ProxyCalls {
  const insert = database.dialect.insertIgnoring;
  return {
    take: (call) =>
      database.transactions.run(async () => {
        const changed = await database.write(
          `${insert} INTO \`proxyCalls\` (\`call\`, \`takenAt\`, \`steadyUntil\`) VALUES (?, ?, ?)`,
          [call, clock.now(), steadyTime.endOf(keptMs)],
        );
        return changed === 1;
      }),
    drop: () =>
      database.transactions.run(() =>
        database.write(
          "DELETE FROM `proxyCalls` WHERE `takenAt` < ? AND (`steadyUntil` IS NULL OR `steadyUntil` <= ?)",
          [clock.now() - keptMs, steadyTime.least() ?? -1],
        ),
      ),
  };
}
