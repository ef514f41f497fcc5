import { type PolicyRules, type RuleFault, ruleFaults } from "./password-rules.ts";
import { smallestContradiction } from "./smallest-contradiction.ts";

/** Returns the faults of a policy: those of single rules, or the fewest rules that contradict each other; empty if a password keeps all. */
export function policyFaults(rules: PolicyRules): readonly RuleFault[] {
  const faults = ruleFaults(rules);
  if (faults.length > 0) return faults;
  const targets = smallestContradiction([rules]).map(({ target }) => target);
  const names = targets.join(" and ");
  return targets.map((target) => ({
    target,
    message: `no password was found that keeps ${names} together; change one of them, or make it a warning`,
  }));
}
