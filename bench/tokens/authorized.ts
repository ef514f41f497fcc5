import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { median } from "#test/support/median.ts";

import { benchSize } from "../bench-size.ts";
import { fill, reader } from "../odata/fill.ts";
import { rateOf } from "../odata/load.ts";
import { startServer } from "../odata/server-process.ts";
import { shapes } from "../odata/shapes.ts";
import { tokenOf } from "./token-of.ts";

const rounds = benchSize(1, 7);
const warmUpMs = benchSize(50, 1500);
const roundMs = benchSize(100, 1000);
const connections = 8;
const [shape] = shapes;

/**
 * Measures reads of one row by its key per second, with a token and policies. The rival is the same server on the same database
 * with both switched off, in turn. It is the shortest read, so nothing hides the cost of the two.
 */
export async function benchAuthorized(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const databaseUrl = `sqlite:${join(folder, "bench.db")}`;
  await fill(databaseUrl, folder);
  const ours = await startServer("ours", databaseUrl, folder);
  const open = await startServer("open", databaseUrl, folder);
  const { id: username, password } = reader;
  const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username, password }).toString();
  const path = shape?.path ?? (() => "");
  try {
    const rates = { ours: [] as number[], open: [] as number[] };
    const token = await tokenOf(ours.address, form);
    for (let round = 0; round <= rounds; round++) {
      const milliseconds = round === 0 ? warmUpMs : roundMs;
      const withBoth = await rateOf({ address: ours.address, connections, milliseconds, path, token });
      const without = await rateOf({ address: open.address, connections, milliseconds, path, token: "whatever" });
      if (round === 0) continue;
      rates.ours.push(withBoth);
      rates.open.push(without);
    }
    const [x, y] = [median(rates.ours), median(rates.open)];
    const line = `authorized GET: ours ${x.toFixed(0)}/s, without ${y.toFixed(0)}/s, ratio ${(x / y).toFixed(2)}`;
    console.log(`  ${line}`);
    return line;
  } finally {
    await ours.stop();
    await open.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
