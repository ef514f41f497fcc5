import { startMariaDb } from "#test/support/mariadb.ts";

import { benchSize } from "../bench-size.ts";
import { benchHanging } from "./hanging.ts";
import { benchSpeed } from "./speed.ts";

/** Managed accounts of one round. */
const accounts = Number(process.env["BENCH_RANDOMIZE"] ?? benchSize("12", "2000"));
/** As many times more are in the run of which a target hangs. */
const hangingTimes = benchSize(1, 5);
const rounds = benchSize(1, 3);

interface BenchDatabase {
  freshDatabase(name: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Our record in each database; on SQLite each installation makes its own. */
const databases: readonly { readonly name: string; start(): Promise<BenchDatabase> }[] = [
  { name: "SQLite", start: async () => ({ freshDatabase: async () => undefined, stop: async () => undefined }) },
  { name: "MariaDB", start: () => startMariaDb() },
];

/** How fast managed accounts are randomized against setting and verifying alone, and beside a target that hangs; on each database. */
export async function benchRandomize(): Promise<string> {
  const lines: string[] = [];
  for (const { name, start } of benchSize(databases.slice(0, 1), databases)) {
    const database = await start();
    try {
      lines.push(await benchSpeed({ name, accounts, rounds, databaseUrl: await database.freshDatabase("speed") }));
      const many = hangingTimes * accounts;
      lines.push(await benchHanging({ name, accounts: many, databaseUrl: await database.freshDatabase("hanging") }));
    } finally {
      await database.stop();
    }
  }
  return lines.join("\n");
}
