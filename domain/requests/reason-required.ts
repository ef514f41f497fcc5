import { Decision } from "./phase-rules/decision.ts";

/** Decisions that need a reason, by the setting of the phase. */
const needy = {
  never: [],
  approval: [Decision.Approve],
  denial: [Decision.Deny],
  both: [Decision.Approve, Decision.Deny],
} as const satisfies Readonly<Record<string, readonly Decision[]>>;

/** Setting that says for which decisions a phase requires a reason. */
export type ReasonRequired = keyof typeof needy;

/** All settings for a required reason. */
export const reasonsRequired = Object.keys(needy) as readonly ReasonRequired[];

/** Returns true if a decision needs a reason. */
export function needsReason(required: ReasonRequired, decision: Decision): boolean {
  return (needy[required] as readonly Decision[]).includes(decision);
}
