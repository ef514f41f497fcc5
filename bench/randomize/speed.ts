import { ordersAtOnce } from "#activities/proxy/perform-operations.ts";
import { median } from "#test/support/median.ts";
import { startVaultDirectory, type VaultDirectory } from "#test/support/vault-directory.ts";

import type { RandomizeContender } from "./contender.ts";
import { createOurs } from "./ours.ts";
import { requirePasswords } from "./require-passwords.ts";
import { createRandomizeRival } from "./rival.ts";
import { startBenchVault } from "./vault.ts";

/** Size of a measurement, and the database of the record. */
export interface SpeedRun {
  readonly name: string;
  readonly databaseUrl: string | undefined;
  readonly accounts: number;
  readonly rounds: number;
}

interface Rate {
  readonly perSecond: number;
  /** Processor time of one account in milliseconds. */
  readonly cpuMs: number;
}

/**
 * Measures accounts that get a random, verified password: ours by one run, with entries in the vault, sealed operations, signed
 * outcomes and audit, against the LDAP calls alone. Both use the same directory, in turn, on accounts of their own, with the same
 * number at a time.
 */
export async function benchSpeed({ name, databaseUrl, accounts: count, rounds }: SpeedRun): Promise<string> {
  const room = await startVaultDirectory(2 * count);
  const vault = await startBenchVault(databaseUrl);
  const managed = await vault.manage({ id: "BENCH", ...room, accounts: room.accounts.slice(0, count) });
  const others = room.accounts.slice(count).map((account) => account.name);
  const ours = createOurs(vault, managed);
  const rival = createRandomizeRival(room.directory, others, ordersAtOnce);
  const rates = { ours: [] as Rate[], rival: [] as Rate[] };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const [mine, theirs] = [await rateOf(ours, room, count), await rateOf(rival, room, count)];
      rates.ours.push(mine);
      rates.rival.push(theirs);
      console.log(`  ${name}, round ${round} of ${rounds}: ours ${textOf(mine)}, rival ${textOf(theirs)}`);
    }
  } finally {
    await rival.stop();
    await ours.stop();
    await room.stop();
  }
  const [x, y] = [middle(rates.ours), middle(rates.rival)];
  const ratio = (x.perSecond / y.perSecond).toFixed(2);
  return `randomize on ${name}, ${count} accounts: ours ${textOf(x)}, rival ${textOf(y)}, ratio ${ratio}`;
}

async function rateOf(contender: RandomizeContender, room: VaultDirectory, count: number): Promise<Rate> {
  const { seconds, cpuMs, passwords } = await contender.randomize();
  await requirePasswords(room, passwords, count);
  return { perSecond: count / seconds, cpuMs: cpuMs / count };
}

function middle(rates: readonly Rate[]): Rate {
  return { perSecond: median(rates.map((rate) => rate.perSecond)), cpuMs: median(rates.map((rate) => rate.cpuMs)) };
}

function textOf({ perSecond, cpuMs }: Rate): string {
  return `${perSecond.toFixed(1)}/s (${cpuMs.toFixed(2)} ms of processor each)`;
}
