/** Rules for the retries of an email. */
export interface MailRules {
  /** Seconds to wait before each retry; the last value holds for all that follow. */
  readonly intervalsSeconds: readonly number[];
  readonly giveUpHours: number;
}

const hourMs = 3_600_000;

/** Returns the milliseconds to wait after so many failures. */
export function pauseMs(failures: number, { intervalsSeconds }: Pick<MailRules, "intervalsSeconds">): number {
  return (intervalsSeconds[Math.min(failures, intervalsSeconds.length) - 1] ?? 0) * 1000;
}

/** Returns true if an email that was due at `dueAt` is too old for a retry. */
export function isTooOld(dueAt: number, now: number, { giveUpHours }: Pick<MailRules, "giveUpHours">): boolean {
  return now - dueAt >= giveUpHours * hourMs;
}
