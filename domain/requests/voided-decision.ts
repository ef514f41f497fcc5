/** Why a decision counts no longer: its author has taken it back, or an operation was edited that it was about. */
export const voidings = ["unapproved", "edited"] as const;

/** Why a decision counts no longer. */
export type Voiding = (typeof voidings)[number];

/** Parts decisions into those that count and those that do no longer. */
export function byVoiding<D extends { readonly voidedAt: number | null }>(
  decisions: readonly D[],
): { readonly decisions: readonly D[]; readonly voided: readonly D[] } {
  return {
    decisions: decisions.filter(({ voidedAt }) => voidedAt === null),
    voided: decisions.filter(({ voidedAt }) => voidedAt !== null),
  };
}
