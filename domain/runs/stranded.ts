/** An item that was sent to a proxy. */
export interface SentItem {
  readonly sends: number;
  readonly deadlineAt: number | null;
  readonly nextTryAt: number | null;
}

/**
 * Reports whether an item was sent to its proxy before the youngest process there began, and was not assigned since. Its process is dead, or
 * works in parallel without harm: no send sets another password than the one before, and each first checks which one opens the account.
 * @param lateMs milliseconds after a send until its deadline
 */
export function isStranded({ sends, deadlineAt, nextTryAt }: SentItem, begunAt: number, lateMs: number): boolean {
  return sends > 0 && Math.max((deadlineAt ?? 0) - lateMs, nextTryAt ?? 0) < begunAt;
}
