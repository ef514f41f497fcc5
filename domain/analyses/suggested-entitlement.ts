/** Access that a suggested role gives. */
export interface SuggestedEntitlement {
  readonly kind: "account" | "membership";
  readonly targetSystemKey: string;
  /** Key of the group; null for an account. */
  readonly groupKey: string | null;
}
