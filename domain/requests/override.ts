import { Decision } from "./phase-rules/decision.ts";

/** Decision with the flag that marks an override. */
interface Said {
  readonly decision: Decision;
  readonly override: boolean;
}

/** Returns the outcome of a superuser's override, whatever the authorizers said; undefined if there is none. */
export function overriddenOutcome(decisions: readonly Said[]): "approved" | "denied" | undefined {
  const found = decisions.find(({ override }) => override);
  if (found === undefined) return undefined;
  return found.decision === Decision.Approve ? "approved" : "denied";
}
