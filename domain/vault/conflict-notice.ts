import { conflictGatherMs, conflictNoticeMs, conflictReminderMs } from "../vault-run-limits.ts";

/** Facts about accounts in conflict. */
export interface ConflictFacts {
  /** Start of the oldest conflict of which nobody was told; null if everyone knows of each. */
  readonly untoldSince: number | null;
  /** Time at which people were last told of any conflict; null if they never were. */
  readonly toldAt: number | null;
  readonly now: number;
}

/**
 * Returns true if people are told now that accounts are in conflict. Conflicts that begin together are told together, a minute later. A
 * target that puts thousands of accounts into conflict, one after the other, causes one notification an hour. Conflicts that remain are
 * told again each day.
 */
export function isConflictTold({ untoldSince, toldAt, now }: ConflictFacts): boolean {
  const silentMs = toldAt === null ? Infinity : now - toldAt;
  if (silentMs >= conflictReminderMs) return untoldSince === null || now - untoldSince >= conflictGatherMs;
  return untoldSince !== null && now - untoldSince >= conflictGatherMs && silentMs >= conflictNoticeMs;
}
