import { conflictGatherMs, conflictNoticeMs, conflictReminderMs } from "../vault-run-limits.ts";

/** What is known of accounts in conflict. */
export interface ConflictFacts {
  /** The oldest moment since which one is in conflict of which nobody was told; null = everybody knows of each. */
  readonly untoldSince: number | null;
  /** When somebody was last told of any; null = never. */
  readonly toldAt: number | null;
  readonly now: number;
}

/**
 * Whether people are told now that accounts are in conflict. What begins together is told together, a minute later; a target that puts
 * thousands into conflict, one after the other, is a notice an hour. While some stay in conflict they are told of again each day.
 */
export function isConflictTold({ untoldSince, toldAt, now }: ConflictFacts): boolean {
  const silentMs = toldAt === null ? Infinity : now - toldAt;
  if (silentMs >= conflictReminderMs) return untoldSince === null || now - untoldSince >= conflictGatherMs;
  return untoldSince !== null && now - untoldSince >= conflictGatherMs && silentMs >= conflictNoticeMs;
}
