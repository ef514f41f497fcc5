import type { All, Guard, People } from "./rule.ts";

/** Somebody whom a phase without a rule of its own lists, and what is asked of them. */
export interface SimpleAuthorizer {
  readonly people: People;
  readonly veto: boolean;
  readonly inputRequired: boolean;
}

/** A phase that is said by two numbers and two flags for each authorizer. */
export interface SimplePhase {
  readonly minApprovals: number;
  readonly maxDenials: number;
  readonly authorizers: readonly SimpleAuthorizer[];
}

/** The rule that a simple phase is short for; of its parts the one decides that stands first, as the rules of a phase do. */
export function ruleOfPhase({ minApprovals, maxDenials, authorizers }: SimplePhase): All {
  const of = authorizers.map(({ people }) => people);
  const guard = (kind: "veto" | "inputRequired"): Guard[] => {
    const named = authorizers.flatMap((one) => (one[kind] ? [one.people] : []));
    return named.length === 0 ? [] : [{ kind, of: named }];
  };
  const denials: Guard[] = of.length === 0 ? [] : [{ kind: "maxDenials", threshold: Math.max(1, maxDenials), of }];
  const approvals = { kind: "any", threshold: minApprovals, of } as const;
  return { kind: "all", of: [...guard("veto"), ...denials, approvals, ...guard("inputRequired")] };
}
