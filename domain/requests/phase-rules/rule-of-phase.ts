import type { All, Guard, People } from "./rule.ts";

/** Authorizer of a phase without a rule of its own, with their flags. */
export interface SimpleAuthorizer {
  readonly people: People;
  readonly veto: boolean;
  readonly inputRequired: boolean;
}

/** Phase that two numbers, and two flags per authorizer, define. */
export interface SimplePhase {
  readonly minApprovals: number;
  readonly maxDenials: number;
  readonly authorizers: readonly SimpleAuthorizer[];
}

/** Returns the rule that a simple phase is short for. Its first denied part decides, in the order of the rules of a phase. */
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
