import { startMariaDb } from "#test/support/mariadb.ts";

import { benchSize } from "../bench-size.ts";
import { benchHanging } from "./hanging.ts";
import { benchSpeed } from "./speed.ts";

/** Number of managed accounts in one round. */
const accounts = Number(process.env["BENCH_RANDOMIZE"] ?? benchSize("12", "2000"));
/** Factor for the number of accounts in the run with a hanging target. */
const hangingTimes = benchSize(1, 5);
const rounds = benchSize(1, 3);

interface BenchDatabase {
  freshDatabase(name: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Databases for our record; on SQLite each installation creates its own. */
const databases: readonly { readonly name: string; start(): Promise<BenchDatabase> }[] = [
  { name: "SQLite", start: async () => ({ freshDatabase: async () => undefined, stop: async () => undefined }) },
  { name: "MariaDB", start: () => startMariaDb() },
];

/** Measures the randomization of managed accounts against setting and verifying alone, and with a target that hangs, on each database. */
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
