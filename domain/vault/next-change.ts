/** Fields of a policy that say when a password is changed automatically. */
export interface ChangePlan {
  readonly mode: "push" | "pull" | "vault";
  /** Hours between two changes; 0 if it is not changed automatically. */
  readonly changeIntervalHours: number;
}

const hourMs = 3_600_000;

/**
 * Returns the time of the next automatic change of a password: one interval after the last change, or after the account came under its
 * policy (`since`) if there was none; null if never. A password that should have been changed long ago is due at once.
 */
export function nextChange(plan: ChangePlan, lastRandomized: number | null, since: number): number | null {
  if (plan.mode === "vault" || plan.changeIntervalHours === 0) return null;
  return (lastRandomized ?? since) + plan.changeIntervalHours * hourMs;
}
