/** Texts by the rule of the OASIS ABNF that reads them. */
export type RuleCases = Readonly<Record<string, CasesOfRule>>;

/** Texts that a rule accepts, and those that it refuses. */
export interface CasesOfRule {
  readonly accepted: readonly string[];
  readonly refused?: readonly string[];
  /** Texts that no rule refuses, only the model of the service to which a tree is bound. */
  readonly refusedByModel?: readonly string[];
}
