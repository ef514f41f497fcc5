import { median } from "#test/support/median.ts";
import { startOpenLdap } from "#test/support/openldap.ts";
import { startTestTemporal } from "#test/support/temporal.ts";

import { benchSize } from "../bench-size.ts";
import { startOurs } from "./ours.ts";
import { benchAccounts, entriesOf, passwordsOf } from "./resetting.ts";
import { startRival } from "./rival.ts";

/** Number of passwords in one round. */
const count = Number(process.env["BENCH_PASSWORDS"] ?? benchSize("16", "200"));
const rounds = benchSize(1, 3);
const atOnce = 16;
// Beyond this a directory is not faster (one commit to the disk per password).
const rivalConnections = 8;
const msPerSecond = 1000;

/**
 * Measures setting and verifying passwords on a directory: ours by two operations each, with record, audit, sealed operations and
 * signed outcomes, against the two LDAP calls alone. Only a report: there is no required figure.
 */
export async function benchPairs(): Promise<string> {
  const accounts = benchAccounts(count);
  const temporal = await startTestTemporal();
  const directory = await startOpenLdap({ ldif: entriesOf(accounts) });
  const ours = await startOurs(temporal.address, directory, accounts);
  const rival = await startRival(directory, rivalConnections);
  const rates = { ours: [] as number[], rival: [] as number[] };
  try {
    // The first operations of a process include the cost of its start.
    await ours.run(passwordsOf(accounts.slice(0, atOnce), "warm"), atOnce);
    for (let round = 1; round <= rounds; round += 1) {
      rates.ours.push((count / (await ours.run(passwordsOf(accounts, `ours${round}`), atOnce))) * msPerSecond);
      rates.rival.push((count / (await rival.run(passwordsOf(accounts, `raw${round}`)))) * msPerSecond);
      const [mine, theirs] = [rates.ours.at(-1)?.toFixed(1), rates.rival.at(-1)?.toFixed(1)];
      console.log(`  round ${round} of ${rounds}: ours ${mine}/s, rival ${theirs}/s`);
    }
  } finally {
    await rival.stop();
    await ours.stop();
    await directory.stop();
    await temporal.stop();
  }
  const [x, y] = [median(rates.ours), median(rates.rival)];
  return `pairs of reset and verification: ours ${x.toFixed(1)}/s, rival ${y.toFixed(1)}/s, ratio ${(x / y).toFixed(3)}`;
}
