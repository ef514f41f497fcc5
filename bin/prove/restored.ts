import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { softwareVersion } from "#domain/proxies/software-version.ts";
import { eq } from "#domain/query/condition.ts";
import { uncertainMsMax } from "#domain/vault-run-limits.ts";
import { writeBackup } from "#store/backup.ts";
import type { Store } from "#store/store.ts";

import type { ProvedAccount } from "./accounts.ts";
import type { Restoring, ThrowawayInstallation } from "./installation.ts";
import { createJudge, type Judgement } from "./judge.ts";
import { patiently } from "./patiently.ts";
import { type Proving, settle } from "./rounds.ts";

/** Findings about a restored vault whose targets have changed since the backup. */
export interface Restored {
  /** Number of accounts that still have the password of the backup, and that the vault knows again. */
  readonly known: number;
  /** Number of accounts whose password was changed since, and that the vault calls uncertain. */
  readonly doubted: number;
  /** Accounts in the opposite state, or called certain although the given password does not open them. */
  readonly wrong: readonly Judgement[];
}

const lookPauseMs = 100;

/**
 * Makes a backup, changes every second account by a check-out, and restores the backup into another folder with the directory in
 * its current state. Judges the restored vault: it may not call a password certain that does not open the account.
 */
export async function judgeRestored(
  installation: ThrowawayInstallation,
  proving: Proving,
  restoring?: Restoring,
): Promise<Restored> {
  const { accounts, borrowing, crashes, signal } = proving;
  const { folder, directory } = installation;
  const file = join(folder, "proof.backup");
  const source = { database: join(folder, "database", "gatehouse.db"), dataFolder: join(folder, "data") };
  writeBackup({ ...source, softwareVersion, madeAt: new Date().toISOString() }, file);
  const changed = new Set(accounts.filter((_account, index) => index % 2 === 0).map(({ key }) => key));
  for (const account of accounts) if (changed.has(account.key)) await borrowing.borrow(account);
  crashes.lastAt = performance.now();
  await settle(proving);
  const { context } = await installation.startRestored(file, restoring);
  const judge = createJudge(context.store, directory.url);
  const wrong = new Map<string, Judgement>();
  const look = async (account: ProvedAccount) => {
    const judgement = await patiently(() => judge.judge(account, 0));
    if (judgement.state === "C" && !judgement.opens) wrong.set(account.key, judgement);
    return judgement;
  };
  try {
    const end = performance.now() + 2 * uncertainMsMax;
    while (performance.now() < end && !(await isSettled(context.store, accounts.length - changed.size))) {
      for (const account of accounts) await look(account);
      await sleep(lookPauseMs, undefined, { signal });
    }
    let [known, doubted] = [0, 0];
    for (const account of accounts) {
      const judgement = await look(account);
      const isRight = (judgement.state === "C") === !changed.has(account.key);
      if (!isRight) wrong.set(account.key, judgement);
      else if (changed.has(account.key)) doubted += 1;
      else known += 1;
    }
    return { known, doubted, wrong: [...wrong.values()] };
  } finally {
    await judge.close();
  }
}

async function isSettled(store: Store, known: number): Promise<boolean> {
  const running = await store.count("runs", eq("endedAt", null));
  return running === 0 && (await store.count("managedAccounts", { status: "C" })) >= known;
}
