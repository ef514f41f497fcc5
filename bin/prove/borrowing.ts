import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type { Secret } from "#connectors/contract/index.ts";

import type { ProvedAccount } from "./accounts.ts";
import type { Judge } from "./judge.ts";
import type { Lending, Lent } from "./lending.ts";
import { patiently } from "./patiently.ts";

/**
 * A check-out that broke the promise: its password does not open the account, was known to an earlier holder, or still opens the
 * account after its check-in.
 */
export interface BrokenCheckout {
  readonly account: ProvedAccount;
  readonly fault: "does not open" | "given again" | "opens after its return";
}

/** Check-outs of a proof. */
export interface Borrowing {
  /** Returns the number of check-outs that were revealed and checked in. */
  readonly count: () => number;
  /** Check-outs that broke the promise so far. */
  readonly broken: readonly BrokenCheckout[];
  /**
   * Checks passwords out and in, one account after the other, until the others are over and there were enough check-outs, or two
   * minutes after that.
   */
  run(isOver: () => boolean): Promise<void>;
  /** Checks out the password of one account and checks it in, which changes it; waits until the account is free, at most two minutes. */
  borrow(account: ProvedAccount): Promise<void>;
  /** Checks in all open check-outs. */
  end(): Promise<void>;
  /** Tests whether a password checked in still opens its account; call it when all accounts have settled. */
  judgeReturned(): Promise<void>;
}

/** Accounts, number and tools of the check-outs of a proof. */
export interface BorrowingWish {
  readonly accounts: readonly ProvedAccount[];
  readonly judge: Judge;
  readonly lending: Lending;
  readonly wanted: number;
  readonly signal: AbortSignal;
}

const pauseMs = 50;
const enoughWithinMs = 120_000;
/** Maximum number of looks: a run that began before the check-out may still change the password, once. */
const looksMax = 3;

/** Makes the check-outs of a proof; none is made yet. */
export function createBorrowing({ accounts, judge, lending, wanted, signal }: BorrowingWish): Borrowing {
  const broken: BrokenCheckout[] = [];
  const returned = new Map<string, readonly Secret[]>();
  let count = 0;

  async function borrowOnce(account: ProvedAccount): Promise<void> {
    const lent = await patiently(() => lending.borrow(account));
    if (lent === undefined) return;
    const known = returned.get(account.key) ?? [];
    if (lent.passwords.some((password) => known.some((other) => isSame(password, other))))
      broken.push({ account, fault: "given again" });
    const { opens, shown } = await look(account, lent);
    if (!opens) broken.push({ account, fault: "does not open" });
    await patiently(() => lending.giveBack(lent.key));
    returned.set(account.key, [...known, ...shown]);
    count += 1;
  }

  async function look(account: ProvedAccount, lent: Lent) {
    const shown = [...lent.passwords];
    let { passwords } = lent;
    for (let looks = 1; ; looks += 1) {
      for (const password of passwords)
        if (await judge.opens(account, password)) return { opens: true, shown } as const;
      if (looks === looksMax) return { opens: false, shown } as const;
      ({ passwords } = await patiently(() => lending.reveal(lent.key)));
      shown.push(...passwords);
    }
  }

  return {
    count: () => count,
    broken,
    async run(isOver) {
      if (wanted === 0) return;
      let endsAt = Infinity;
      while (!(isOver() && count >= wanted) && performance.now() < endsAt) {
        if (isOver()) endsAt = Math.min(endsAt, performance.now() + enoughWithinMs);
        await borrowOnce(accounts[randomInt(accounts.length)] as ProvedAccount);
        await sleep(pauseMs, undefined, { signal });
      }
    },
    async borrow(account) {
      const [before, end] = [count, performance.now() + enoughWithinMs];
      while (count === before && performance.now() < end) {
        await borrowOnce(account);
        await sleep(pauseMs, undefined, { signal });
      }
    },
    end: () => patiently(() => lending.giveAllBack()),
    async judgeReturned() {
      for (const account of accounts) {
        const opening: Secret[] = [];
        for (const password of returned.get(account.key) ?? [])
          if (await judge.opens(account, password)) opening.push(password);
        if (opening.length > 0) broken.push({ account, fault: "opens after its return" });
      }
    },
  };
}

function isSame(one: Secret, other: Secret): boolean {
  return one.use((text) => other.use((known) => known === text));
}
