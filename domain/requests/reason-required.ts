import { Decision } from "./phase-rules/decision.ts";

/** By what a phase may ask for a reason, the decisions that need one. */
const needy = {
  never: [],
  approval: [Decision.Approve],
  denial: [Decision.Deny],
  both: [Decision.Approve, Decision.Deny],
} as const satisfies Readonly<Record<string, readonly Decision[]>>;

/** When a phase asks for a reason. */
export type ReasonRequired = keyof typeof needy;

/** Every answer to when a phase asks for a reason. */
export const reasonsRequired = Object.keys(needy) as readonly ReasonRequired[];

/** Whether whoever decides so must say why. */
export function needsReason(required: ReasonRequired, decision: Decision): boolean {
  return (needy[required] as readonly Decision[]).includes(decision);
}
