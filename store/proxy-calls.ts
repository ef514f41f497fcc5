import { proxyCallKeptSeconds } from "#domain/limits.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "./database.ts";
import type { SteadyTime } from "./steady-time.ts";

/** The signed calls of proxies that were taken, by all processes together. */
export interface ProxyCalls {
  /** Takes a call in the transaction of what it asks for; false when it was taken before, here or elsewhere. */
  take(call: string): Promise<boolean>;
  /** Forgets those that were taken so long ago that their age refuses them: by the clock and by the time that has passed, for a clock that is ahead may be put back. */
  drop(): Promise<number>;
}

/** The times by which calls are forgotten. */
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
