import type { Clock } from "#platform/clock.ts";

import type { Database } from "./database.ts";

/** The signed calls of proxies that were taken, by all processes together. */
export interface ProxyCalls {
  /** Takes a call in the transaction of what it asks for; false when it was taken before, here or elsewhere. */
  take(call: string): Promise<boolean>;
  /** Forgets those that were taken before a moment: by then their age refuses them. */
  drop(before: number): Promise<number>;
}

/** Makes the calls of a database. */
export function createProxyCalls(database: Database, clock: Clock): ProxyCalls {
  const insert = database.dialect.insertIgnoring;
  return {
    take: (call) =>
      database.transactions.run(async () => {
        const changed = await database.write(`${insert} INTO \`proxyCalls\` (\`call\`, \`takenAt\`) VALUES (?, ?)`, [
          call,
          clock.now(),
        ]);
        return changed === 1;
      }),
    drop: (before) =>
      database.transactions.run(() => database.write("DELETE FROM `proxyCalls` WHERE `takenAt` < ?", [before])),
  };
}
