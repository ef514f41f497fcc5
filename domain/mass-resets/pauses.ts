import { shareCountsFrom } from "../mass-reset-limits.ts";
import type { MassResetPause } from "./mass-reset.ts";

/** Limits of a mass reset above which it pauses by itself, and the counts at its last resumption. */
export interface PauseTerms {
  readonly canaryFailuresMax: number;
  readonly failuresMax: number;
  /** Percent. */
  readonly failureShareMax: number;
  readonly endedBefore: number;
  readonly failedBefore: number;
  /** True if canary accounts hold up no others: there are none, or it was resumed after they failed. */
  readonly canariesOver: boolean;
}

/** Counts of a mass reset, over all target systems. */
export interface MassResetCounts {
  readonly accounts: number;
  readonly done: number;
  readonly failed: number;
  readonly leftOut: number;
  readonly canaries: number;
  readonly canariesEnded: number;
  readonly canariesFailed: number;
}

/** A pause by itself, with its explanation. */
export interface OwnPause {
  readonly because: Exclude<MassResetPause, "asked">;
  readonly words: string;
}

const noCounts: MassResetCounts = {
  accounts: 0,
  done: 0,
  failed: 0,
  leftOut: 0,
  canaries: 0,
  canariesEnded: 0,
  canariesFailed: 0,
};

/** Returns the sums of the counts of target systems. */
export function sumOf(targets: readonly MassResetCounts[]): MassResetCounts {
  const add = (sum: MassResetCounts, one: MassResetCounts): MassResetCounts => ({
    accounts: sum.accounts + one.accounts,
    done: sum.done + one.done,
    failed: sum.failed + one.failed,
    leftOut: sum.leftOut + one.leftOut,
    canaries: sum.canaries + one.canaries,
    canariesEnded: sum.canariesEnded + one.canariesEnded,
    canariesFailed: sum.canariesFailed + one.canariesFailed,
  });
  return targets.reduce(add, noCounts);
}

/** Returns the number of accounts of a mass reset that have not ended. */
export function openCount({ accounts, done, failed, leftOut }: MassResetCounts): number {
  return accounts - done - failed - leftOut;
}

/** Returns the pause that a mass reset makes by itself now; undefined if it goes on, or has nothing left to do. */
export function pauseOf(terms: PauseTerms, counts: MassResetCounts): OwnPause | undefined {
  if (openCount(counts) === 0) return undefined;
  return canaryPause(terms, counts) ?? failurePause(terms, counts);
}

function canaryPause(terms: PauseTerms, { canaries, canariesFailed }: MassResetCounts): OwnPause | undefined {
  if (terms.canariesOver || canariesFailed <= terms.canaryFailuresMax) return undefined;
  const words = `${canariesFailed} of ${canaries} canary accounts failed; ${terms.canaryFailuresMax} may. Look at their rows, then resume or stop it.`;
  return { because: "canary", words };
}

function failurePause(terms: PauseTerms, counts: MassResetCounts): OwnPause | undefined {
  const { failuresMax, failureShareMax, failedBefore, endedBefore } = terms;
  const failed = counts.failed - failedBefore;
  const ended = counts.done + counts.failed - endedBefore;
  const isShareHigh = ended >= shareCountsFrom && failed * 100 > ended * failureShareMax;
  if (failed <= failuresMax && !isShareHigh) return undefined;
  const words = `${failed} of ${ended} accounts failed; ${failuresMax} accounts or ${failureShareMax} percent may. Look at their rows, then resume or stop it.`;
  return { because: "failures", words };
}

/** Reports whether every canary account has ended, of a mass reset all of whose accounts are known. */
export function canariesEnded({ canaries, canariesEnded: ended }: MassResetCounts): boolean {
  return ended >= canaries;
}
