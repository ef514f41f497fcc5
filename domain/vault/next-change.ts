/** What of a policy says when a password is changed by itself. */
export interface ChangePlan {
  readonly mode: "push" | "pull" | "vault";
  /** 0 = it is not changed by itself. */
  readonly changeIntervalHours: number;
}

const hourMs = 3_600_000;

/**
 * When the password of an account is changed by itself: one interval after it was changed last, or after it came under its policy (`since`)
 * where it never was; null = never. One that should have been changed long ago is due at once.
 */
export function nextChange(plan: ChangePlan, lastRandomized: number | null, since: number): number | null {
  if (plan.mode === "vault" || plan.changeIntervalHours === 0) return null;
  return (lastRandomized ?? since) + plan.changeIntervalHours * hourMs;
}
