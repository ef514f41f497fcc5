import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { LoadCounts } from "#domain/discovery/discovery.ts";
import { startTestTemporal } from "#test/support/temporal.ts";

import { benchSize } from "../bench-size.ts";
import { changeSome, startDirectory } from "./directory.ts";
import { startOurs } from "./ours.ts";
import { createRival } from "./rival.ts";

const hundred = 100;
/** Numbers of accounts, separated by commas. */
const sizes = (process.env["BENCH_DISCOVERY_ACCOUNTS"] ?? benchSize("300", "20000,100000")).split(",").map(Number);

/**
 * Measures discoveries of an LDAP directory: the first one, one without changes, and one with a change of one account in a hundred.
 * The rival only lists with ldapts and upserts in bulk. Our time runs from the call to the end of the operation.
 */
export async function benchDiscovery(): Promise<string> {
  const firsts: { readonly accounts: number; readonly ours: number; readonly rival: number }[] = [];
  for (const accounts of sizes) firsts.push({ accounts, ...(await measure(accounts)) });
  const [small, large] = [firsts[0], firsts.at(-1)];
  if (small === undefined || large === undefined) throw new RangeError("BENCH_DISCOVERY_ACCOUNTS names no number");
  if (small !== large) {
    const times = (large.ours / small.ours).toFixed(2);
    console.log(`  ${large.accounts} take ${times} times as long as ${small.accounts}`);
  }
  const perSecond = (ms: number) => Math.round((large.accounts / ms) * 1000);
  const ratio = (large.rival / large.ours).toFixed(2);
  return `discovery: ours ${perSecond(large.ours)}/s, rival ${perSecond(large.rival)}/s, ratio ${ratio}`;
}

/** @throws Error if one of the two has not found the contents of the directory */
function requireSame(
  what: string,
  { accounts, loaded, known }: { readonly accounts: number; readonly loaded: LoadCounts; readonly known: number },
): void {
  const changed = what === "1 % changed" ? Math.ceil(accounts / hundred) : 0;
  const wanted = { added: what === "first" ? accounts : 0, changed, removed: 0 };
  const found = { added: loaded.added, changed: loaded.changed, removed: loaded.removed };
  if (JSON.stringify(found) === JSON.stringify(wanted) && known === accounts) return;
  const words = `ours loaded ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}; the rival knows ${known} of ${accounts}`;
  throw new Error(`${what}: the two have not found the same. ${words}`);
}

async function measure(accounts: number): Promise<{ ours: number; rival: number }> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const temporal = await startTestTemporal();
  const directory = await startDirectory(accounts);
  const ours = await startOurs(temporal.address, directory);
  const rival = createRival(directory, join(folder, "rival.db"));
  const results: { ours: number; rival: number }[] = [];
  try {
    for (const what of ["first", "unchanged", "1 % changed"]) {
      if (what === "1 % changed") await changeSome(directory, accounts, "second");
      const mine = await ours.run();
      const theirs = await rival.run();
      requireSame(what, { accounts, loaded: mine.loaded, known: rival.known() });
      results.push({ ours: mine.ms, rival: theirs });
      const { added, changed, removed } = mine.loaded;
      console.log(
        `  ${accounts} ${what}: ours ${Math.round(mine.ms)} ms, rival ${Math.round(theirs)} ms, ratio ${(theirs / mine.ms).toFixed(2)}, ` +
          `${added} added, ${changed} changed, ${removed} removed`,
      );
    }
    console.log(`  memory at most: hub ${ours.peakMib("hub")} MiB, proxy ${ours.peakMib("proxy")} MiB`);
  } finally {
    rival.stop();
    await ours.stop();
    await directory.stop();
    await temporal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return results[0] ?? { ours: Number.NaN, rival: Number.NaN };
}
