import { median } from "#test/support/median.ts";
import { startOpenLdap } from "#test/support/openldap.ts";
import { startTestTemporal } from "#test/support/temporal.ts";

import { benchSize } from "../bench-size.ts";
import { type BenchAccount, startOurs } from "./ours.ts";
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
export async function benchPasswords(): Promise<string> {
  const accounts = Array.from({ length: count }, (_, n) => accountOf(n));
  const names = accounts.map(({ name }) => name);
  const temporal = await startTestTemporal();
  const directory = await startOpenLdap({ ldif: accounts.map(entry).join("\n") });
  const ours = await startOurs(temporal.address, directory, accounts);
  const rival = await startRival(directory, rivalConnections);
  const rates = { ours: [] as number[], rival: [] as number[] };
  try {
    // The first operations of a process include the cost of its start.
    await ours.run(passwordsOf(names.slice(0, atOnce), "warm"), atOnce);
    for (let round = 1; round <= rounds; round += 1) {
      rates.ours.push((count / (await ours.run(passwordsOf(names, `ours${round}`), atOnce))) * msPerSecond);
      rates.rival.push((count / (await rival.run(passwordsOf(names, `raw${round}`)))) * msPerSecond);
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
  return `passwords: ours ${x.toFixed(1)}/s, rival ${y.toFixed(1)}/s, ratio ${(x / y).toFixed(3)}`;
}

function accountOf(n: number): BenchAccount {
  return { id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`, name: `user${String(n).padStart(6, "0")}` };
}

function entry({ id, name }: BenchAccount): string {
  const dn = `uid=${name},ou=people,dc=example,dc=test`;
  return `dn: ${dn}\nobjectClass: inetOrgPerson\nuid: ${name}\ncn: ${name}\nsn: ${name}\nentryUUID: ${id}\n`;
}

// The directory remembers the last passwords of an account, so each round uses others.
function passwordsOf(names: readonly string[], round: string): ReadonlyMap<string, string> {
  return new Map(names.map((name, index) => [name, `Kx7-${round}-wq${index}!Zr`]));
}
