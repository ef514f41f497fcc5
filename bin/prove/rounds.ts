import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { CliError } from "../cli-error.ts";
import { type ProvedAccount, uncertainMsMaxOf } from "./accounts.ts";
import type { Borrowing } from "./borrowing.ts";
import type { Crashes } from "./crashes.ts";
import type { Judge, Judgement } from "./judge.ts";
import { patiently } from "./patiently.ts";
import type { Randomizer } from "./randomizer.ts";

/** Accounts whose passwords are changed, and the judge of the results. */
export interface Rounds {
  readonly accounts: readonly ProvedAccount[];
  readonly judge: Judge;
  readonly randomizer: Randomizer;
  /** Record with the time of the last end of a process, in milliseconds of `performance.now`. */
  readonly crashes: Pick<Crashes, "lastAt">;
  /** Milliseconds within which the vault must know all passwords; by default those allowed for each account. */
  readonly settleMs?: number | undefined;
  readonly signal: AbortSignal;
}

/** Rounds with concurrent check-outs. */
export interface Proving extends Rounds {
  readonly borrowing: Borrowing;
}

/** Observations while passwords were changed. */
export interface Seen {
  /** Number of looks at accounts. */
  readonly looks: number;
  /** Accounts that no password given out at that moment opened, or for which the vault gave out too many. */
  readonly broken: readonly Judgement[];
}

const lookPauseMs = 50;
const roundWithinMs = 120_000;

/**
 * Changes the password of each account once, while nothing is killed.
 * @throws CliError if that takes too long
 */
export async function changeAll({ accounts, randomizer, signal }: Rounds): Promise<void> {
  const wanted = (await randomizer.confirmed()) + accounts.length;
  await randomizer.begin();
  const end = performance.now() + roundWithinMs;
  while ((await randomizer.confirmed()) < wanted || (await randomizer.isBusy())) {
    if (performance.now() > end)
      throw new CliError(`Not all ${accounts.length} passwords were changed within ${roundWithinMs / 1000} s.`);
    await sleep(lookPauseMs, undefined, { signal });
  }
}

/** Changes passwords until the wanted number is confirmed, while nothing is killed; returns the number confirmed. */
export async function changeOn(rounds: Rounds, wanted: number): Promise<number> {
  for (;;) {
    const confirmed = await rounds.randomizer.confirmed();
    if (confirmed >= wanted) return confirmed;
    await changeAll(rounds);
  }
}

/** Changes passwords round after round while others kill, and continuously tests whether a randomly chosen account opens. */
export async function changeWhile(killing: Promise<void>, rounds: Proving, report: () => void): Promise<Seen> {
  const { randomizer, borrowing, signal } = rounds;
  const over = new AbortController();
  let areKilled = false;
  const borrowed = borrowing.run(() => areKilled);
  const killed = killing.finally(() => (areKilled = true));
  const ended = Promise.all([killed, borrowed]).finally(() => over.abort());
  // The await below reports a failure.
  ended.catch(() => undefined);
  const broken: Judgement[] = [];
  let looks = 0;
  const changing = async () => {
    while (!over.signal.aborted) {
      if (!(await patiently(() => randomizer.isBusy()))) await patiently(() => randomizer.begin());
      await sleep(lookPauseMs, undefined, { signal });
    }
  };
  const looking = async () => {
    while (!over.signal.aborted) {
      const judgement = await judgeOne(rounds, rounds.accounts[randomInt(rounds.accounts.length)]);
      looks += 1;
      if (!judgement.opens || judgement.givesTooMany) broken.push(judgement);
      report();
      await sleep(lookPauseMs, undefined, { signal });
    }
  };
  await Promise.all([ended, changing(), looking()]);
  return { looks, broken };
}

/** Waits until the vault knows all passwords, at most the time allowed for an account after the last kill, and then judges each account. */
export async function settle(rounds: Rounds): Promise<readonly Judgement[]> {
  const isSettled = async () => !(await rounds.randomizer.isBusy()) && (await rounds.randomizer.unconfirmed()) === 0;
  const judgements: Judgement[] = [];
  for (const account of rounds.accounts.toSorted((a, b) => uncertainMsMaxOf(a) - uncertainMsMaxOf(b))) {
    const end = rounds.crashes.lastAt + (rounds.settleMs ?? uncertainMsMaxOf(account));
    while (performance.now() < end && !(await patiently(isSettled)))
      await sleep(lookPauseMs, undefined, { signal: rounds.signal });
    judgements.push(await judgeOne(rounds, account));
  }
  return judgements;
}

function judgeOne({ judge, crashes }: Rounds, account: ProvedAccount | undefined): Promise<Judgement> {
  if (account === undefined) throw new CliError("There is no account to be judged.");
  return patiently(() => judge.judge(account, performance.now() - crashes.lastAt));
}
