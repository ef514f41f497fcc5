import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startMariaDb } from "#test/support/mariadb.ts";
import { median } from "#test/support/median.ts";

import { benchSize } from "../bench-size.ts";
import type { CheckoutContender, PairRate } from "./contender.ts";
import { fill } from "./fill.ts";
import { startOurs } from "./ours.ts";
import { createServerRival, createSqliteRival } from "./rival.ts";

const sizes = benchSize({ rounds: 1, warmUpMs: 100, roundMs: 200 }, { rounds: 5, warmUpMs: 2_000, roundMs: 2_000 });

const connections = 8;
const accounts = 100;
const password = "a-password-of-the-bench";

/**
 * Measures pairs of check-out and check-in per second over HTTP, for users who need no approval, without and with a reveal in
 * between. Each call includes right, policy, lock, audit row and change log. The program to compare with has published 153 to 167
 * pairs per second over 8 connections, without approval and verification, and is not available here. Instead a bare loop over the
 * same driver runs in turn: it only writes a row and an audit row at each end and commits them. Nothing can be faster than that
 * loop on the same disk, and it does none of the work of a vault.
 */
export async function benchCheckouts(): Promise<string> {
  const onServer = await benchSize(async () => [], benchOnMariaDb)();
  return [...onServer, ...(await benchOn("SQLite"))].join("\n");
}

async function benchOnMariaDb(): Promise<readonly string[]> {
  const server = await startMariaDb();
  try {
    return await benchOn("MariaDB", server.url);
  } finally {
    await server.stop();
  }
}

async function benchOn(name: string, serverUrl?: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const databaseUrl = serverUrl ?? `sqlite:${join(folder, "bench.db")}`;
  const people = Array.from({ length: connections }, (_, number) => `person${number}`);
  const bench = { databaseUrl, folder, people, password, accounts };
  const ours = await startOurs(bench, await fill(bench));
  const rival =
    serverUrl === undefined ? createSqliteRival(folder, connections) : await createServerRival(serverUrl, connections);
  const turns = [
    ["disclosed", (milliseconds: number) => ours.run(milliseconds, true)],
    ["alone", (milliseconds: number) => ours.run(milliseconds, false)],
    ["rival", (milliseconds: number) => rival.run(milliseconds)],
  ] as const satisfies readonly (readonly [string, CheckoutContender["run"]])[];
  const rates: Record<(typeof turns)[number][0], PairRate[]> = { disclosed: [], alone: [], rival: [] };
  try {
    for (let round = 0; round <= sizes.rounds; round++) {
      for (const [turn, run] of turns) {
        const rate = await run(round === 0 ? sizes.warmUpMs : sizes.roundMs);
        if (round > 0) rates[turn].push(rate);
      }
      const words = turns.map(([turn]) => `${turn} ${textOf(rates[turn].at(-1))}`);
      if (round > 0) console.log(`  ${name}, round ${round} of ${sizes.rounds}: ${words.join(", ")}`);
    }
  } finally {
    await ours.stop();
    await rival.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const place = `checkouts on ${name}, ${accounts} accounts, ${connections} connections`;
  return (["disclosed", "alone"] as const).map((turn) => {
    const [x, y] = [middle(rates[turn]), middle(rates.rival)];
    const what = turn === "alone" ? "pairs" : "pairs with a disclosure";
    const ratio = (x.perSecond / y.perSecond).toFixed(2);
    return `${place}: ours ${textOf(x)} ${what}, four bare statements ${textOf(y)}, ratio ${ratio}`;
  });
}

function middle(rates: readonly PairRate[]): PairRate {
  return { perSecond: median(rates.map((rate) => rate.perSecond)), cpuMs: median(rates.map((rate) => rate.cpuMs)) };
}

function textOf(rate: PairRate | undefined): string {
  return `${rate?.perSecond.toFixed(1)}/s (${rate?.cpuMs.toFixed(2)} ms of processor each)`;
}
