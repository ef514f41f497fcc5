/** Reasons why a decision no longer counts: its author has withdrawn it, or an operation that it covers was edited. */
export const voidings = ["unapproved", "edited"] as const;

/** Reason why a decision no longer counts. */
export type Voiding = (typeof voidings)[number];

/** Splits decisions into those that count and those that no longer do. */
export function byVoiding<D extends { readonly voidedAt: number | null }>(
  decisions: readonly D[],
): { readonly decisions: readonly D[]; readonly voided: readonly D[] } {
  return {
    decisions: decisions.filter(({ voidedAt }) => voidedAt === null),
    voided: decisions.filter(({ voidedAt }) => voidedAt !== null),
  };
}
