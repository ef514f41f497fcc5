import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startMariaDb } from "#test/support/mariadb.ts";
import { startTestTemporal } from "#test/support/temporal.ts";

import { median } from "../median.ts";
import { startBare } from "./bare.ts";
import { startOurs } from "./ours.ts";

const requests = 200;
const rounds = 3;

interface BenchDatabase {
  readonly url?: string;
  stop(): Promise<void>;
}

/** Our record on each database; on SQLite enough callers to keep both busy, for throughput is measured and not the pauses. */
const databases: readonly { readonly name: string; readonly atOnce: number; start(): Promise<BenchDatabase> }[] = [
  { name: "SQLite", atOnce: 64, start: async () => ({ stop: async () => undefined }) },
  { name: "MariaDB", atOnce: 16, start: () => startMariaDb() },
];

/**
 * Requests with two decisions and one connector call per second: ours over HTTP, with record, audit and policies, against
 * bare Temporal workflows with the same numbers of steps, on the same server, in turn; with our record in each database.
 */
export async function benchRequests(): Promise<string> {
  const lines: string[] = [];
  for (const { name, atOnce, start } of databases) {
    const database = await start();
    try {
      lines.push(await benchOn(name, database.url, atOnce));
    } finally {
      await database.stop();
    }
  }
  return lines.join("\n");
}

async function benchOn(name: string, databaseUrl: string | undefined, atOnce: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const temporal = await startTestTemporal();
  const bare = await startBare(temporal.address, folder);
  const ours = await startOurs(temporal.address, databaseUrl);
  const rates = { ours: [] as number[], bare: [] as number[] };
  try {
    // The first requests of a process pay for its start.
    await ours.run(atOnce, atOnce);
    await bare.run(atOnce, atOnce);
    for (let round = 1; round <= rounds; round++) {
      rates.ours.push(requests / (await ours.run(requests, atOnce)));
      rates.bare.push(requests / (await bare.run(requests, atOnce)));
      console.log(
        `  ${name}, round ${round} of ${rounds}: ours ${rates.ours.at(-1)?.toFixed(1)}/s, bare ${rates.bare.at(-1)?.toFixed(1)}/s`,
      );
    }
  } finally {
    await ours.stop();
    await bare.stop();
    await temporal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const [x, y] = [median(rates.ours), median(rates.bare)];
  const figures = `ours ${x.toFixed(1)}/s, bare ${y.toFixed(1)}/s, ratio ${(x / y).toFixed(2)}`;
  return `requests on ${name}, ${atOnce} callers: ${figures}`;
}
