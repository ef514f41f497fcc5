import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startMariaDb } from "#test/support/mariadb.ts";
import { median } from "#test/support/median.ts";
import { startTestTemporal, type TestTemporal } from "#test/support/temporal.ts";

import { benchSize } from "../bench-size.ts";
import { type Contender, startBare } from "./bare.ts";
import { type OurContender, startOurs } from "./ours.ts";
import { type RequestShape, shapeText } from "./shape.ts";

const sizes = benchSize(
  { requests: 10, rounds: 1, further: 4, open: 100, backlog: 10 },
  { requests: 200, rounds: 3, further: 100, open: 100_000, backlog: 2_000 },
);

const usual: RequestShape = { phases: 1, steps: 1 };
const further: readonly RequestShape[] = [
  { phases: 2, steps: 1 },
  { phases: 3, steps: 1 },
  { phases: 1, steps: 3 },
  { phases: 1, steps: 10 },
];

interface BenchDatabase {
  readonly url?: string;
  stop(): Promise<void>;
}

/** Our record on each database. SQLite gets enough callers to keep both contenders busy, because throughput is measured, not the pauses. */
const databases: readonly { readonly name: string; readonly atOnce: number; start(): Promise<BenchDatabase> }[] = [
  { name: "SQLite", atOnce: 64, start: async () => ({ stop: async () => undefined }) },
  { name: "MariaDB", atOnce: 16, start: () => startMariaDb() },
];

/**
 * Measures requests with a decision and a connector call per second, while many others are open. Ours runs over HTTP with record,
 * audit and policies, with the record in each database. The rival is bare Temporal workflows with the same number of steps on the
 * same server, in turn. Then ours runs alone with more phases and steps, and with the backlog after an outage of the engine.
 */
export async function benchRequests(): Promise<string> {
  const lines: string[] = [];
  for (const { name, atOnce, start } of benchSize(databases.slice(0, 1), databases)) {
    const database = await start();
    try {
      lines.push(...(await benchOn(name, database.url, atOnce)));
    } finally {
      await database.stop();
    }
  }
  return lines.join("\n");
}

async function benchOn(name: string, databaseUrl: string | undefined, atOnce: number): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const temporal = await startTestTemporal();
  const bare = await startBare(temporal.address, folder);
  const ours = await startOurs(temporal.address, databaseUrl);
  try {
    await ours.fill(sizes.open);
    const place = `requests on ${name}, ${atOnce} callers, ${sizes.open} open`;
    const { line, rate } = await againstBare({ ours, bare }, atOnce, name);
    const lines = [`${place}, ${shapeText(usual)}: ${line}`];
    for (const shape of further) {
      const seconds = await ours.run({ count: sizes.further, atOnce, shape });
      lines.push(`${place}, ${shapeText(shape)}: ours ${(sizes.further / seconds).toFixed(1)}/s`);
    }
    lines.push(`${place}, ${await drained(ours, temporal, { atOnce, rate })}`);
    return lines;
  } finally {
    await ours.stop();
    await bare.stop();
    await temporal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function againstBare(
  { ours, bare }: Readonly<Record<"ours" | "bare", Contender>>,
  atOnce: number,
  name: string,
): Promise<{ readonly line: string; readonly rate: number }> {
  const { requests: count, rounds } = sizes;
  const load = { count, atOnce, shape: usual };
  const rates = { ours: [] as number[], bare: [] as number[] };
  // The first requests of a process include the cost of its start.
  await ours.run({ ...load, count: atOnce });
  await bare.run({ ...load, count: atOnce });
  for (let round = 1; round <= rounds; round++) {
    rates.ours.push(count / (await ours.run(load)));
    rates.bare.push(count / (await bare.run(load)));
    const [x, y] = [rates.ours.at(-1) ?? 0, rates.bare.at(-1) ?? 0];
    console.log(`  ${name}, round ${round} of ${rounds}: ours ${x.toFixed(1)}/s, bare ${y.toFixed(1)}/s`);
  }
  const [x, y] = [median(rates.ours), median(rates.bare)];
  return { line: `ours ${x.toFixed(1)}/s, bare ${y.toFixed(1)}/s, ratio ${(x / y).toFixed(2)}`, rate: x };
}

/** Approves requests while the engine is away, and measures the rate at which they are performed when it is back. */
async function drained(
  ours: OurContender,
  temporal: TestTemporal,
  { atOnce, rate }: { readonly atOnce: number; readonly rate: number },
): Promise<string> {
  await temporal.interrupt();
  const waiting = await ours.authorize({ count: sizes.backlog, atOnce, shape: usual });
  await temporal.resume();
  const { seconds, triedAgain } = await waiting.performed();
  const drain = sizes.backlog / seconds;
  const share = `${(drain / rate).toFixed(2)} of the rate above`;
  return `${sizes.backlog} after an outage of the engine: ours ${drain.toFixed(1)}/s (${share}), ${triedAgain} operations marked unreachable`;
}
