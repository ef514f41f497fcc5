/** Texts by the rule of the OASIS ABNF that they are read by. */
export type RuleCases = Readonly<Record<string, CasesOfRule>>;

/** What a rule accepts and what it refuses. */
export interface CasesOfRule {
  readonly accepted: readonly string[];
  readonly refused?: readonly string[];
  /** What no rule refuses, only the model of the service to which a tree is bound. */
  readonly refusedByModel?: readonly string[];
}
