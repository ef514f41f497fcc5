import { Client } from "ldapts";

import { median } from "#test/support/median.ts";
import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";
import { startTestTemporal } from "#test/support/temporal.ts";

import { benchSize } from "../bench-size.ts";
import { startBareResets } from "./bare-resets.ts";
import { startOurResets } from "./our-resets.ts";
import { benchAccounts, entriesOf, passwordsOf } from "./resetting.ts";

const count = Number(process.env["BENCH_RESETS"] ?? benchSize("8", "300"));
const rounds = benchSize(1, 3);
const atOnce = benchSize(4, 64);
const wanted = 0.6;
const msPerSecond = 1000;

/**
 * Measures single resets over the API with record, audit, policies, sealed operations and signed outcomes, from the call until the target has
 * them, against bare Temporal workflows on the same server with one call of the same connector each.
 */
export async function benchResets(): Promise<string> {
  const accounts = benchAccounts(count);
  const temporal = await startTestTemporal();
  const directory = await startOpenLdap({ ldif: entriesOf(accounts) });
  const bare = await startBareResets(temporal.address, directory, accounts);
  const ours = await startOurResets(temporal.address, directory, accounts);
  const contenders = { ours, bare };
  const rates = { ours: [] as number[], bare: [] as number[] };
  try {
    // The first resets of a process include the cost of its start.
    for (const [name, contender] of Object.entries(contenders))
      await contender.run(passwordsOf(accounts.slice(0, atOnce), `${name}-warm`), atOnce);
    for (let round = 1; round <= rounds; round += 1) {
      for (const name of ["ours", "bare"] as const) {
        const passwords = passwordsOf(accounts, `${name}${round}`);
        rates[name].push((count / (await contenders[name].run(passwords, atOnce))) * msPerSecond);
        await requireOpen(directory, passwords, name);
      }
      const [x, y] = [rates.ours.at(-1)?.toFixed(1), rates.bare.at(-1)?.toFixed(1)];
      console.log(`  resets, round ${round} of ${rounds}: ours ${x}/s, bare ${y}/s`);
    }
  } finally {
    await ours.stop();
    await bare.stop();
    await directory.stop();
    await temporal.stop();
  }
  const [x, y] = [median(rates.ours), median(rates.bare)];
  return `single resets, ${atOnce} callers: ours ${x.toFixed(1)}/s, bare workflows ${y.toFixed(1)}/s, ratio ${(x / y).toFixed(2)} (wanted ${wanted})`;
}

/** Throws unless the directory opens each account with the password that a contender has set. */
async function requireOpen(
  { url, accountsDN }: OpenLdap,
  passwords: ReadonlyMap<string, string>,
  contender: string,
): Promise<void> {
  const client = new Client({ url });
  try {
    for (const [name, password] of passwords) {
      await client.bind(`uid=${name},${accountsDN}`, password).catch((cause: unknown) => {
        throw new Error(`${contender} has not set the password of ${name}`, { cause });
      });
    }
  } finally {
    await client.unbind();
  }
}
