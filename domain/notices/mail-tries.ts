/** How what fails is tried again. */
export interface MailRules {
  /** The waits before each further try, in seconds; the last one holds for all that follow. */
  readonly intervalsSeconds: readonly number[];
  readonly giveUpHours: number;
}

const hourMs = 3_600_000;

/** The wait after so many failures, in milliseconds. */
export function pauseMs(failures: number, { intervalsSeconds }: Pick<MailRules, "intervalsSeconds">): number {
  return (intervalsSeconds[Math.min(failures, intervalsSeconds.length) - 1] ?? 0) * 1000;
}

/** Whether a mail that was due at a moment is too old to be tried again. */
export function isTooOld(dueAt: number, now: number, { giveUpHours }: Pick<MailRules, "giveUpHours">): boolean {
  return now - dueAt >= giveUpHours * hourMs;
}
