import { Decision } from "./phase-rules/decision.ts";

/** A decision as far as an override is told from it. */
interface Said {
  readonly decision: Decision;
  readonly override: boolean;
}

/** The outcome of a phase that a superuser has decided in the place of its authorizers, whatever they said; undefined where nobody has. */
export function overriddenOutcome(decisions: readonly Said[]): "approved" | "denied" | undefined {
  const found = decisions.find(({ override }) => override);
  if (found === undefined) return undefined;
  return found.decision === Decision.Approve ? "approved" : "denied";
}
