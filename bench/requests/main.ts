import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startTestTemporal } from "#test/support/temporal.ts";

import { median } from "../median.ts";
import { startBare } from "./bare.ts";
import { startOurs } from "./ours.ts";

const requests = 200;
// Enough to keep both busy: what is measured is throughput, not the pauses between calls.
const atOnce = 64;
const rounds = 3;

/**
 * Requests with two decisions and one connector call per second: ours over HTTP, with record, audit and policies, against
 * bare Temporal workflows with the same numbers of steps, on the same server, in turn.
 */
export async function benchRequests(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const temporal = await startTestTemporal();
  const bare = await startBare(temporal.address, folder);
  const ours = await startOurs(temporal.address);
  const rates = { ours: [] as number[], bare: [] as number[] };
  try {
    // The first requests of a process pay for its start.
    await ours.run(atOnce, atOnce);
    await bare.run(atOnce, atOnce);
    for (let round = 1; round <= rounds; round++) {
      rates.ours.push(requests / (await ours.run(requests, atOnce)));
      rates.bare.push(requests / (await bare.run(requests, atOnce)));
      console.log(
        `  round ${round} of ${rounds}: ours ${rates.ours.at(-1)?.toFixed(1)}/s, bare ${rates.bare.at(-1)?.toFixed(1)}/s`,
      );
    }
  } finally {
    await ours.stop();
    await bare.stop();
    await temporal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const [x, y] = [median(rates.ours), median(rates.bare)];
  return `requests: ours ${x.toFixed(1)}/s, bare ${y.toFixed(1)}/s, ratio ${(x / y).toFixed(2)}`;
}
